#include "decode/chart_decoder.hpp"

#include "base/error.hpp"
#include "decode/chart.hpp"
#include "decode/reached.hpp"
#include "decode/value_counts.hpp"
#include "decode/word_links.hpp"

namespace rectrix::decode {
namespace {

class ChartWorker : public Worker {
 public:
  ChartWorker(const ChartParts& parts, const ModelWords& words, const ChartOptions& options)
      : rules_(parts, words), options_(&options) {}

  Forest forest(const Request& request, SearchReport& report) override {
    Forest made = bare_forest(request, report);
    for (std::uint32_t rule = 0; rule < origins_.size(); ++rule) describe_rule(rule, made);
    return made;
  }

  Forest bare_forest(const Request& request, SearchReport& report) override {
    Request all = request;
    all.features = true;  // a forest's features have names, whoever knows them
    search(all, report);
    origins_.clear();
    Forest made = rules_.scored().begin_forest();
    if (chart_.goal() != kNone) copy_vertices(made);
    return made;
  }

  void describe(Forest& made, std::span<const std::uint32_t> edges) override {
    for (const std::uint32_t edge : edges) describe_rule(made.edge(edge).rule, made);
  }

  std::size_t max_words() const override { return static_cast<std::size_t>(options_->max_words); }

 private:
  Translation translate_piece(const Request& request) override {
    Translation result;
    search(request, result.report);
    result.report.alignments.emplace_back();
    if (chart_.goal() == kNone) return result;
    result.score = hypotheses().vertices()[chart_.goal()].score;
    append_text(result.text);
    result.report.alignments[0] = links_.links();
    return result;
  }

  const Hypotheses& hypotheses() const { return chart_.hypotheses(); }

  void search(const Request& request, SearchReport& report) {
    if (request.constraints != nullptr && !(request.constraints->walls.empty() && request.constraints->zones.empty())) {
      throw UsageError("walls and zones need a phrase-based model");
    }
    rules_.prepare(request, *options_, report);
    chart_.search(rules_, *options_, report);
  }

  // And the links.
  void append_text(std::string& text) {
    links_.clear();
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{hypotheses().vertices()[chart_.goal()].best_edge, 0}};
    while (!stack.empty()) {
      auto& [id, next] = stack.back();
      const SearchEdge& edge = hypotheses().edges()[id];
      const auto target = rules_.scored()[rules_[edge.rule].rule].target;
      if (next == 0) open_links(edge);
      if (next == target.size()) {
        links_.close();
        stack.pop_back();
        continue;
      }
      const grammar::Symbol symbol = target[next++];
      if (grammar::is_gap(symbol)) {
        const std::uint32_t tail = edge.tails[static_cast<std::size_t>(grammar::gap_number(symbol))];
        stack.emplace_back(hypotheses().vertices()[tail].best_edge, 0);
      } else {
        links_.word(next - 1);
        if (!text.empty()) text += ' ';
        text += rules_.scored().target_words().text(static_cast<Word>(symbol));
      }
    }
  }

  void open_links(const SearchEdge& edge) {
    std::array<std::uint32_t, 2> gaps{};
    for (std::size_t g = 0; g < gaps.size(); ++g) {
      if (edge.tails[g] == kNone) continue;
      const Span span = hypotheses().span(edge.tails[g]);
      gaps[g] = span.end - span.begin;
    }
    links_.open(rules_.scored()[rules_[edge.rule].rule], hypotheses().span(edge.head).begin, gaps);
  }

  // Vertices are numbered in topological order. Only those that the goal can reach are kept.
  void copy_vertices(Forest& made) {
    reached_.find(hypotheses().edges(), hypotheses().vertices().size(), chart_.goal(), [](const SearchEdge& edge) { return edge.tails; });
    std::vector<std::uint32_t> rules(rules_.scored().size(), kNone);
    for (std::uint32_t v = 0; v <= chart_.goal(); ++v) {
      if (!reached_.has(v)) continue;
      reached_.set_node(v, made.add_node(hypotheses().span(v)));
      for (const std::uint32_t id : reached_.incoming(v)) copy_edge(id, rules, made);
    }
  }

  void copy_edge(std::uint32_t id, std::vector<std::uint32_t>& rules, Forest& made) {
    const SearchEdge& edge = hypotheses().edges()[id];
    std::uint32_t& rule = rules[rules_[edge.rule].rule];
    if (rule == kNone) {
      rule = made.add_rule(rules_.scored()[rules_[edge.rule].rule], {});
      origins_.push_back(rules_[edge.rule].rule);
    }
    const std::array tails{reached_.node(edge.tails[0]), reached_.node(edge.tails[1])};
    more_.clear();
    hypotheses().stateful_features(id, more_);
    rules_.scored().adopt(more_, made);
    made.add_edge(rule, tails, edge.score, hypotheses().model_scores(id), more_);
  }

  void describe_rule(std::uint32_t rule, Forest& made) {
    if (origins_[rule] == kNone) return;
    made.set_rule_features(rule, rules_.scored().rule_features(origins_[rule], made));
    origins_[rule] = kNone;
  }

  SearchRules rules_;
  const ChartOptions* options_;
  Chart chart_;
  std::vector<LocalFeature> more_;
  std::vector<std::uint32_t> origins_;  // of the forest's rules that have no features yet, their numbers in rules_.scored(); kNone for others
  Reached reached_;
  WordLinks links_;
};

}  // namespace

ChartDecoder::ChartDecoder(ChartParts parts, ChartOptions options) : parts_(std::move(parts)), options_(options) {
  if (options_.pop_limit < 0) throw UsageError("the pop limit must be positive, or 0 for exhaustive search");
  if (options_.span_limit < 1 || options_.span_limit > 1000) throw UsageError("the span limit must lie between 1 and 1000");
  if (options_.max_words < 1 || options_.max_words > 20000) throw UsageError("max_words must lie between 1 and 20000");
  if (!(options_.seconds >= 0)) throw UsageError("the time limit must be 0 (none) or positive");
  if (!parts_.space || !parts_.grammar) throw UsageError("a decoder needs a grammar and a feature space");
  words_ = ModelWords(*parts_.grammar->target(), parts_.models);
}

std::unique_ptr<Worker> ChartDecoder::worker() const { return std::make_unique<ChartWorker>(parts_, words_, options_); }

std::shared_ptr<Decoder> ChartDecoder::with_space(std::shared_ptr<features::FeatureSpace> space) const {
  auto twin = std::make_shared<ChartDecoder>(*this);
  if (parts_.discretized) twin->parts_.discretized = parts_.discretized->in(*space, score_names());
  twin->parts_.space = std::move(space);
  return twin;
}

std::shared_ptr<Decoder> ChartDecoder::discretized(const features::Discretization& what) const {
  ChartParts parts = parts_;
  parts.discretized = std::make_shared<features::Discretized>(what, score_names(), *parts.space);
  return std::make_shared<ChartDecoder>(std::move(parts), options_);
}

std::shared_ptr<Decoder> ChartDecoder::with_learned(std::shared_ptr<const Overlay> overlay,
                                                    std::span<const std::shared_ptr<const lm::Model>> models) const {
  auto twin = std::make_shared<ChartDecoder>(*this);
  twin->parts_.overlay = std::move(overlay);
  twin->parts_.models.insert(twin->parts_.models.end(), models.begin(), models.end());
  for (const auto& model : models) twin->words_.add(*parts_.grammar->target(), *model);
  return twin;
}

ValueCounts ChartDecoder::count_values(const NumberedTexts& sentences) const {
  return decode::count_values(*parts_.grammar, sentences);
}

}  // namespace rectrix::decode
