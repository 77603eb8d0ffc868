#include "decode/stack_decoder.hpp"

#include "base/error.hpp"
#include "decode/reached.hpp"
#include "decode/stack_search.hpp"
#include "decode/value_counts.hpp"
#include "decode/word_links.hpp"

namespace rectrix::decode {
namespace {

class StackWorker : public Worker {
 public:
  StackWorker(const StackParts& parts, const ModelWords& words, const StackOptions& options, const CacheBudget& budget)
      : options_(parts, words, options, budget), chosen_(&options), unlimited_(options) {
    unlimited_.pop_limit = unlimited_.stack = 0;
    unlimited_.threshold = 0;
  }

  std::size_t max_words() const override { return static_cast<std::size_t>(chosen_->max_words); }

  Translation translate_piece(const Request& request) override {
    Translation result;
    search(request, false, result.report);
    result.report.alignments.emplace_back();
    if (search_.goal() == kNone) return result;
    result.score = search_.hypotheses()[search_.goal()].score;
    append_text(result.text);
    result.report.alignments[0] = links_.links();
    return result;
  }

  Forest forest(const Request& request, SearchReport& report) override {
    search(request, true, report);
    Forest made = options_.begin_forest();
    if (search_.goal() != kNone) copy(made);
    return made;
  }

 private:
  void search(Request request, bool keep_arcs, SearchReport& report) {
    zones_.clear();
    if (chosen_->markup) request.text = plain_ = zones_.read(request.text);
    options_.prepare(request, report);
    if (request.constraints != nullptr) zones_.add(*request.constraints, options_.words());
    zones_.check(options_.given());
    search_.search(options_, zones_, request.target ? unlimited_ : *chosen_, keep_arcs, report);
  }

  // And the links.
  void append_text(std::string& text) {
    links_.clear();
    path_.clear();
    for (std::uint32_t h = search_.goal(); search_.hypotheses()[h].previous != kNone; h = search_.hypotheses()[h].previous) {
      path_.push_back(h);
    }
    for (; !path_.empty(); path_.pop_back()) {
      const SpanOption& option = options_[search_.hypotheses()[path_.back()].option];
      const grammar::Rule rule = options_.rule(option);
      links_.open(rule, option.begin, {});
      for (std::size_t i = 0; i < rule.target.size(); ++i) {
        if (!text.empty()) text += ' ';
        text += options_.target_words().text(static_cast<Word>(rule.target[i]));
        links_.word(i);
      }
      links_.close();
    }
  }

  // Only hypotheses that the goal can reach become nodes.
  void copy(Forest& made) {
    const auto hypotheses = search_.hypotheses();
    const auto arcs = search_.arcs();
    reached_.find(arcs, hypotheses.size(), search_.goal(), [](const Arc& arc) { return std::array{arc.previous}; });
    rules_.assign(options_.size(), kNone);
    start(made);
    for (std::uint32_t h = 1; h <= search_.goal(); ++h) {
      if (!reached_.has(h)) continue;
      reached_.set_node(h, made.add_node({hypotheses[h].last.begin, hypotheses[h].last.end}));
      for (const std::uint32_t id : reached_.incoming(h)) copy_arc(id, made);
    }
  }

  // The hypothesis that has translated nothing.
  void start(Forest& made) {
    const std::uint32_t rule = made.add_rule({}, {});
    reached_.set_node(0, made.add_node({0, 0}));
    values_.assign(options_.columns(), 0.0F);
    made.add_edge(rule, {kNone, kNone}, 0, values_);
  }

  void copy_arc(std::uint32_t id, Forest& made) {
    const Arc& arc = search_.arcs()[id];
    const SpanOption& option = options_[arc.option];
    std::uint32_t& rule = rules_[arc.option];
    if (rule == kNone) rule = options_.copy_rule(option, made);
    const Hypothesis& before = search_.hypotheses()[arc.previous];
    const PairOfPairs pairs{option.rule, before.option == kNone ? kNone : options_[before.option].rule};
    const FoundOrientations found = search_.orientations(before, option);
    const auto scores = search_.model_scores(id);
    std::copy(scores.begin(), scores.end(), values_.begin());
    values_[scores.size()] = before.last.end < option.begin ? -static_cast<float>(option.begin - before.last.end)
                                                            : -static_cast<float>(before.last.end - option.begin);
    options_.reordering().set_values(pairs, found, std::span(values_).subspan(scores.size() + 1));
    more_.clear();
    options_.reordering().add_features(pairs, found, more_);
    options_.adopt(more_, made);
    made.add_edge(rule, {reached_.node(arc.previous), kNone}, arc.score, values_, more_);
  }

  SpanOptions options_;
  const StackOptions* chosen_;
  StackOptions unlimited_;  // for all derivations of a given translation
  StackSearch search_;
  Zones zones_;
  std::string plain_;  // the input without its marks
  Reached reached_;
  WordLinks links_;
  std::vector<std::uint32_t> path_, rules_;
  std::vector<float> values_;
  std::vector<LocalFeature> more_;
};

}  // namespace

StackDecoder::StackDecoder(StackParts parts, StackOptions options)
    : parts_(std::move(parts)), options_(options), budget_(options.cache_bytes) {
  if (options_.pop_limit < 0) throw UsageError("the pop limit must be positive, or 0 for exhaustive search");
  if (options_.stack < 0) throw UsageError("the stack size must be positive, or 0 to keep all hypotheses");
  if (options_.table_limit < 0) throw UsageError("the table limit must be positive, or 0 for all translations");
  if (options_.distortion_limit < -1) throw UsageError("the distortion limit must be 0 or more, or -1 for none");
  if (options_.max_words < 1 || options_.max_words > 20000) throw UsageError("max_words must lie between 1 and 20000");
  if (!(options_.seconds >= 0) || !(options_.threshold >= 0)) throw UsageError("time limit and threshold must be 0 (none) or positive");
  if (!parts_.space || !parts_.table) throw UsageError("a decoder needs a phrase table and a feature space");
  words_ = ModelWords(parts_.table->target_words(), parts_.models);
}

std::unique_ptr<Worker> StackDecoder::worker() const { return std::make_unique<StackWorker>(parts_, words_, options_, budget_); }

std::shared_ptr<Decoder> StackDecoder::with_space(std::shared_ptr<features::FeatureSpace> space) const {
  auto twin = std::make_shared<StackDecoder>(*this);
  if (parts_.discretized) twin->parts_.discretized = parts_.discretized->in(*space, score_names());
  twin->parts_.space = std::move(space);
  return twin;
}

std::shared_ptr<Decoder> StackDecoder::discretized(const features::Discretization& what) const {
  StackParts parts = parts_;
  parts.discretized = std::make_shared<features::Discretized>(what, score_names(), *parts.space);
  return std::make_shared<StackDecoder>(std::move(parts), options_);
}

std::shared_ptr<Decoder> StackDecoder::with_learned(std::shared_ptr<const Overlay> overlay,
                                                    std::span<const std::shared_ptr<const lm::Model>> models) const {
  auto twin = std::make_shared<StackDecoder>(*this);
  twin->parts_.overlay = std::move(overlay);
  twin->parts_.models.insert(twin->parts_.models.end(), models.begin(), models.end());
  for (const auto& model : models) twin->words_.add(parts_.table->target_words(), *model);
  return twin;
}

ValueCounts StackDecoder::count_values(const NumberedTexts& sentences) const {
  return decode::count_values(*parts_.table, sentences);
}

}  // namespace rectrix::decode
