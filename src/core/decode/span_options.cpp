#include "decode/span_options.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace rectrix::decode {
namespace {

constexpr std::size_t kSparseFactor = 3;  // candidates looked at for each that stays when sparse features decide, too

// Whether features that the cache does not know change the order of translations.
bool has_sparse(const StackParts& parts) { return !parts.templates.empty() || !parts.functions.empty(); }

std::size_t cache_limit(const StackParts& parts, const StackOptions& options) {
  return static_cast<std::size_t>(options.table_limit) * (has_sparse(parts) ? kSparseFactor : 1);
}

// The mean values of pairs spread over a table.
std::vector<float> usual_reordering(const grammar::PhraseTable& table) {
  constexpr std::size_t kLooked = 1000;
  std::vector<double> sums(table.reordering_size(), 0);
  const std::size_t step = std::max<std::size_t>(1, table.options() / kLooked);
  std::size_t count = 0;
  for (std::size_t option = 0; !sums.empty() && option < table.options(); option += step, ++count) {
    const auto values = table.reordering(static_cast<std::uint32_t>(option));
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += values[i];
  }
  std::vector<float> means;
  for (const double sum : sums) means.push_back(count == 0 ? 0.0F : static_cast<float>(sum / static_cast<double>(count)));
  return means;
}

}  // namespace

SpanOptions::SpanOptions(const StackParts& parts, const ModelWords& words, const StackOptions& options, const CacheBudget& budget)
    : SentenceRules(parts, std::shared_ptr<const Vocabulary>(parts.table, &parts.table->source_words()),
                    std::shared_ptr<const Vocabulary>(parts.table, &parts.table->target_words()), parts.table->score_names()),
      parts_(&parts),
      chosen_(options),
      cache_(parts, words, cache_limit(parts, options), budget),
      reordering_(parts, options),
      count_column_(options.rule_counts ? count_column(*parts.table) : -1),
      longest_phrase_(std::clamp<std::uint32_t>(static_cast<std::uint32_t>(parts.table->longest()), 1, Coverage::kWindow - 1)),
      usual_reordering_(parts.overlay ? usual_reordering(*parts.table) : std::vector<float>()) {}

void SpanOptions::prepare(const Request& request, SearchReport& report) {
  start(request, chosen_.max_words, report);
  name_features(request.weights);
  cache_.start(weights_, request.sentence, source_);
  options_.clear();
  states_.clear();
  model_scores_.clear();
  kept_.clear();
  kept_begin_.assign(1, 0);
  longest_ = std::min(std::max(longest_phrase_, learned_.longest()), Coverage::kWindow - 1);
  const std::uint32_t longest_phrase = longest_;
  for (const GivenSpan& given : given_.all()) longest_ = std::max(longest_, given.span.end - given.span.begin);
  spans_.assign(source_.size() * longest_, {});
  for (std::uint32_t begin = 0; begin < words(); ++begin) {
    for (std::uint32_t length = 1; length <= std::min(longest_phrase, words() - begin); ++length) {
      if (learned_.empty() && source_words_.is_local(source_[begin + length - 1])) break;
      add_span(begin, length);
    }
    if (at(begin, 1).count == 0) add_unknown(begin, report);
  }
  add_given();
  target_.reset();
  if (request.target) target_ = target_numbers(*request.target);
  weigh_functions();
  if (has_sparse(*parts_)) order_spans();
  join_given();
  fill_future();
}

void SpanOptions::name_features(std::span<const double> weights) {
  weights_ = {};
  weights_.scores = score_weights_;
  weights_.models = model_weights_;
  if (parts_->discretized) weights_.bins = parts_->discretized->weigh(weights);
  weights_.phrase = features_.weight(phrase_feature_ = features_.add("phrase_penalty"));
  weights_.word = features_.weight(word_feature_ = features_.add("word_penalty"));
  unknown_feature_ = features_.add("unknown");
  if (count_column_ >= 0) {
    weights_.log_count = features_.weight(log_count_feature_ = features_.add("log_count"));
    weights_.unique = features_.weight(unique_feature_ = features_.add("unique"));
  }
  distortion_feature_ = features_.add("distortion");
  distortion_weight_ = features_.weight(distortion_feature_);
  if (!given_.empty()) forced_feature_ = features_.add("forced");
  reordering_.start(features_);
}

void SpanOptions::add_span(std::uint32_t begin, std::uint32_t length) {
  const auto words = std::span<const Word>(source_).subspan(begin, length);
  const std::span<const grammar::Symbol> symbols(reinterpret_cast<const grammar::Symbol*>(words.data()), words.size());
  const bool new_word = std::ranges::any_of(words, [&](Word word) { return source_words_.is_local(word); });
  const PhraseCache::List list = new_word ? PhraseCache::List{} : cache_.find(parts_->table->find(words), symbols);
  const auto first = static_cast<std::uint32_t>(options_.size());
  const auto permitted = [&](std::uint32_t cached) {
    return given_.empty() || given_.permit({begin, begin + length}, parts_->table->option(cache_.option(cached), symbols).target);
  };
  for (std::uint32_t i = list.first; i < list.first + list.count; ++i) {
    if (permitted(i)) add_known(begin, length, i);
  }
  if (const LearnedSide* side = learned_.find(symbols)) {
    add_learned({begin, begin + length}, *side);
    std::stable_sort(options_.begin() + first, options_.end(),
                     [](const SpanOption& a, const SpanOption& b) { return a.estimate > b.estimate; });
  }
  spans_[begin * longest_ + length - 1] = {first, static_cast<std::uint32_t>(options_.size()) - first};
}

void SpanOptions::add_known(std::uint32_t begin, std::uint32_t length, std::uint32_t cached) {
  const std::span<const grammar::Symbol> source(reinterpret_cast<const grammar::Symbol*>(source_.data()) + begin, length);
  const std::uint32_t number = cache_.option(cached);
  options_.push_back({cache_.score(cached), cache_.estimate(cached), static_cast<std::uint32_t>(rules_.size()), begin,
                      begin + length, {}});
  if (learned_.add(cache_.rule(number, source), rules_)) {
    SpanOption& option = options_.back();
    const double score = cache_.own_score(rules_[option.rule]);
    option.estimate += score - option.score;
    option.score = score;
  }
  for (std::size_t m = 0; m < models(); ++m) {
    states_.push_back(cache_.state(cached, m));
    model_scores_.push_back(cache_.model_score(cached, m));
  }
  finish_option(parts_->table->reordering(number), Origin::kTable);
}

// Translations that the table lacks.
void SpanOptions::add_learned(Span span, const LearnedSide& side) {
  for (const LearnedTarget& target : side.targets) {
    if (!given_.permit(span, target.target) || !learned_.add_other(side, target, rules_)) continue;
    const auto rule = static_cast<std::uint32_t>(rules_.size() - 1);
    // The penalties are in both.
    add_option(span, cache_.own_score(rules_[rule]) - penalties(rules_[rule]));
    finish_option(usual_reordering_, Origin::kLearned);
  }
}

// A word that has no translation of its own.
void SpanOptions::add_unknown(std::uint32_t word, SearchReport& report) {
  const grammar::Symbol from[] = {static_cast<grammar::Symbol>(source_[word])};
  const std::string_view text = source_words_.text(source_[word]);
  std::vector<grammar::Symbol> to;
  if (chosen_.unknown != UnknownWords::kDrop) {
    const std::string marked = chosen_.unknown == UnknownWords::kMark ? "<unk:" + std::string(text) + ">" : std::string(text);
    to.push_back(static_cast<grammar::Symbol>(target_words_.find_or_add(marked)));
  }
  if (!given_.permit({word, word + 1}, to)) return;
  ++report.unknown;
  const std::vector<float> scores(rules_.score_names().size(), 0);
  constexpr grammar::Link kLink[] = {{0, 0}};
  spans_[word * longest_] = {static_cast<std::uint32_t>(options_.size()), 1};
  rules_.add({from, to, std::span(kLink).first(to.size()), scores});
  add_option({word, word + 1}, features_.weight(unknown_feature_));
  finish_option(std::vector<float>(parts_->table->reordering_size(), 0), Origin::kUnknown);
}

// score: what it has beyond the penalties and the language models.
void SpanOptions::add_option(Span span, double score) {
  const auto rule = static_cast<std::uint32_t>(rules_.size() - 1);
  const auto target = rules_[rule].target;
  score += penalties(rules_[rule]);
  SpanOption option{score, score, rule, span.begin, span.end, {}};
  for (std::size_t m = 0; m < models(); ++m) {
    lm::RuleScore words(model(m), states_.emplace_back());
    for (const grammar::Symbol symbol : target) words.terminal(model(m).index(target_words_.text(static_cast<Word>(symbol))));
    model_scores_.push_back(words.finish());
    option.estimate += weights_.models[m] * model_scores_.back();
  }
  options_.push_back(option);
}

// Behind all others, and not yet among those of their spans.
void SpanOptions::add_given() {
  first_given_ = static_cast<std::uint32_t>(options_.size());
  for (const GivenSpan& given : given_.all()) {
    for (const GivenSpan::Option& option : given.options) add_given(given, option);
  }
}

void SpanOptions::add_given(const GivenSpan& given, const GivenSpan::Option& option) {
  add_given_rule(given, option);
  const auto forced = static_cast<float>(option.score);
  add_option(given.span, features_.weight(forced_feature_) * static_cast<double>(forced));
  finish_option(std::vector<float>(parts_->table->reordering_size(), 0), Origin::kGiven, forced);
}

// Given translations join those of their spans, whatever the table limit.
void SpanOptions::join_given() {
  std::uint32_t next = first_given_;
  for (const GivenSpan& given : given_.all()) {
    Range& range = spans_[given.span.begin * longest_ + (given.span.end - given.span.begin) - 1];
    const auto first = static_cast<std::uint32_t>(options_.size());
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) options_.push_back(SpanOption(options_[i]));
    for (std::size_t i = 0; i < given.options.size(); ++i) options_.push_back(SpanOption(options_[next++]));
    range = {first, static_cast<std::uint32_t>(options_.size()) - first};
    std::stable_sort(options_.begin() + first, options_.end(),
                     [](const SpanOption& a, const SpanOption& b) { return a.estimate > b.estimate; });
  }
}

// The features of the option added last that are computed once for each sentence.
void SpanOptions::finish_option(std::span<const float> values, Origin origin, float forced) {
  SpanOption& option = options_.back();
  const grammar::Rule rule = rules_[option.rule];
  count_features(rule, origin, forced);
  const std::size_t dense = sink_.found().size();  // those are weighed already
  emit_learned(option.rule, sink_);
  emit_templates(option.rule, sink_);
  const double sparse = weigh(sink_.found().subspan(dense));
  option.score += sparse;
  option.estimate += sparse;
  if (origin == Origin::kTable || origin == Origin::kLearned) emit_bins(option.rule, sink_);  // weighed by the cache, too: it could not choose without them
  keep_features();
  option.reordering = reordering_.add({text(option.rule), source_, option.begin, option.end, values});
}

// Rule after rule, in their order.
void SpanOptions::keep_features() {
  kept_.insert(kept_.end(), sink_.found().begin(), sink_.found().end());
  kept_begin_.push_back(static_cast<std::uint32_t>(kept_.size()));
  sink_.clear();
}

void SpanOptions::count_features(const grammar::Rule& rule, Origin origin, float forced) {
  add_found(phrase_feature_, 1);
  add_found(word_feature_, -static_cast<float>(rule.target.size()));
  if (origin == Origin::kUnknown) return add_found(unknown_feature_, 1);
  if (origin == Origin::kGiven) return add_found(forced_feature_, forced);
  if (count_column_ < 0) return;
  const float count = rule.scores[static_cast<std::size_t>(count_column_)];
  if (count > 0) add_found(log_count_feature_, std::log(count));
  if (count == 1) add_found(unique_feature_, 1);
}

void SpanOptions::weigh_functions() {
  call_functions(0);
  for (SpanOption& option : options_) {
    const double score = weigh(said(option.rule));
    option.score += score;
    option.estimate += score;
  }
}

// Sparse features were not asked when the candidates were chosen: they may have changed the order.
void SpanOptions::order_spans() {
  for (Range& range : spans_) {
    const auto first = options_.begin() + range.first;
    std::stable_sort(first, first + range.count, [](const SpanOption& a, const SpanOption& b) { return a.estimate > b.estimate; });
    if (chosen_.table_limit > 0) range.count = std::min(range.count, static_cast<std::uint32_t>(chosen_.table_limit));
  }
}

void SpanOptions::fill_future() {
  constexpr double kWorst = -std::numeric_limits<double>::infinity();
  width_ = std::min(words(), Coverage::kWindow);
  future_.assign(std::size_t{words()} * (width_ + 1), kWorst);
  suffix_.assign(words() + 1, kWorst);
  suffix_[words()] = 0;
  for (std::uint32_t begin = words(); begin-- > 0;) {
    double* row = &future_[std::size_t{begin} * (width_ + 1)];
    row[0] = 0;
    for (std::uint32_t length = 1; length <= std::min(longest_, words() - begin); ++length) {
      const Range range = at(begin, length);
      if (range.count == 0) continue;
      const double best = options_[range.first].estimate;
      const std::uint32_t end = begin + length;
      suffix_[begin] = std::max(suffix_[begin], best + suffix_[end]);
      for (std::uint32_t whole = length; whole <= std::min(width_, words() - begin); ++whole) {
        const double rest = whole == length ? 0 : future_[std::size_t{end} * (width_ + 1) + (whole - length)];
        row[whole] = std::max(row[whole], best + rest);
      }
    }
  }
}

double SpanOptions::future(const Coverage& coverage) const {
  double total = 0;
  std::uint32_t begin = coverage.first_gap;
  std::uint64_t window = coverage.window;
  while (window != 0) {
    const auto gap = static_cast<std::uint32_t>(std::countr_zero(window));
    total += future_[std::size_t{begin} * (width_ + 1) + gap];
    window >>= gap;
    const auto covered = static_cast<std::uint32_t>(std::countr_one(window));
    window = covered == Coverage::kWindow ? 0 : window >> covered;
    begin += gap + covered;
  }
  return total + suffix_[begin];
}

Forest SpanOptions::begin_forest() {
  std::vector<features::Index> columns(model_features_);
  columns.push_back(distortion_feature_);
  columns.insert(columns.end(), reordering_.columns().begin(), reordering_.columns().end());
  return SentenceRules::begin_forest(std::move(columns));
}

std::uint32_t SpanOptions::copy_rule(const SpanOption& option, Forest& forest) {
  const grammar::Rule own = rules_[option.rule];
  // The gap moves the words to the right by one.
  std::vector<grammar::Symbol> source{grammar::gap(0)}, target{grammar::gap(0)};
  source.insert(source.end(), own.source.begin(), own.source.end());
  target.insert(target.end(), own.target.begin(), own.target.end());
  std::vector<grammar::Link> links(own.links.begin(), own.links.end());
  for (grammar::Link& link : links) link = {static_cast<std::uint8_t>(link.source + 1), static_cast<std::uint8_t>(link.target + 1)};
  return forest.add_rule({source, target, links, {}}, all_features(option.rule, kept_features(option.rule), forest));
}

}  // namespace rectrix::decode
