#include "decode/chart_decoder.hpp"

#include "base/error.hpp"
#include "decode/chart.hpp"

namespace rectrix::decode {
namespace {

class ChartWorker : public Worker {
 public:
  ChartWorker(const ChartParts& parts, const ChartOptions& options)
      : parts_(&parts), rules_(parts), options_(&options) {}

  Translation translate(const Request& request) override {
    Translation result;
    search(request, result.report);
    if (chart_.goal() == kNone) return result;
    result.score = chart_.vertices()[chart_.goal()].score;
    append_text(result.text);
    return result;
  }

  Forest forest(const Request& request, Report& report) override {
    Request all = request;
    all.features = true;  // a forest's features have names, whoever knows them
    search(all, report);
    Forest made = rules_.scored().begin_forest();
    if (chart_.goal() != kNone) copy_vertices(made);
    return made;
  }

 private:
  void search(const Request& request, Report& report) {
    rules_.prepare(request, *options_, report);
    chart_.search(rules_, *options_, parts_->joint_bigrams ? &rules_.bigrams() : nullptr, report);
  }

  void append_text(std::string& text) const {
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{chart_.vertices()[chart_.goal()].best_edge, 0}};
    while (!stack.empty()) {
      auto& [id, next] = stack.back();
      const SearchEdge& edge = chart_.edges()[id];
      const auto target = rules_.scored()[rules_[edge.rule].rule].target;
      if (next == target.size()) {
        stack.pop_back();
        continue;
      }
      const grammar::Symbol symbol = target[next++];
      if (grammar::is_gap(symbol)) {
        const std::uint32_t tail = edge.tails[static_cast<std::size_t>(grammar::gap_number(symbol))];
        stack.emplace_back(chart_.vertices()[tail].best_edge, 0);
      } else {
        if (!text.empty()) text += ' ';
        text += rules_.scored().target_words().text(static_cast<Word>(symbol));
      }
    }
  }

  // Edges by head: a counting sort into incoming_.
  void sort_edges() {
    begins_.assign(chart_.vertices().size() + 1, 0);
    for (const SearchEdge& edge : chart_.edges()) ++begins_[edge.head + 1];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    incoming_.resize(chart_.edges().size());
    next_.assign(begins_.begin(), begins_.end());
    for (std::uint32_t id = 0; id < chart_.edges().size(); ++id) incoming_[next_[chart_.edges()[id].head]++] = id;
  }

  // Vertices are numbered in topological order. Only those that the goal can reach are kept.
  void copy_vertices(Forest& made) {
    sort_edges();
    names_.assign(chart_.vertices().size(), kNone);
    names_[chart_.goal()] = 0;
    for (std::uint32_t v = chart_.goal() + 1; v-- > 0;) {
      for (std::uint32_t i = begins_[v]; names_[v] != kNone && i < begins_[v + 1]; ++i) {
        for (const std::uint32_t tail : chart_.edges()[incoming_[i]].tails) {
          if (tail != kNone) names_[tail] = 0;
        }
      }
    }
    std::vector<std::uint32_t> rules(rules_.scored().size(), kNone);
    for (std::uint32_t v = 0; v <= chart_.goal(); ++v) {
      if (names_[v] == kNone) continue;
      names_[v] = made.add_node(chart_.span(v));
      for (std::uint32_t i = begins_[v]; i < begins_[v + 1]; ++i) copy_edge(incoming_[i], rules, made);
    }
  }

  void copy_edge(std::uint32_t id, std::vector<std::uint32_t>& rules, Forest& made) {
    const SearchEdge& edge = chart_.edges()[id];
    std::uint32_t& rule = rules[rules_[edge.rule].rule];
    if (rule == kNone) rule = rules_.scored().copy_rule(rules_[edge.rule].rule, made);
    std::array<std::uint32_t, 2> tails = edge.tails;
    for (std::uint32_t& tail : tails) tail = tail == kNone ? kNone : names_[tail];
    more_.clear();
    chart_.for_each_bigram(id, [this](features::Index local) {
      if (local != features::kNoFeature) more_.emplace_back(local, 1.0F);
    });
    made.add_edge(rule, tails, edge.score, chart_.model_scores(id), more_);
  }

  const ChartParts* parts_;
  SearchRules rules_;
  const ChartOptions* options_;
  Chart chart_;
  std::vector<LocalFeature> more_;
  std::vector<std::uint32_t> begins_, incoming_, next_, names_;
};

}  // namespace

ChartDecoder::ChartDecoder(ChartParts parts, ChartOptions options) : parts_(std::move(parts)), options_(options) {
  if (options_.pop_limit < 0) throw UsageError("the pop limit must be positive, or 0 for exhaustive search");
  if (options_.span_limit < 1 || options_.span_limit > 1000) throw UsageError("the span limit must lie between 1 and 1000");
  if (options_.max_words < 1 || options_.max_words > 20000) throw UsageError("max_words must lie between 1 and 20000");
  if (!(options_.seconds >= 0)) throw UsageError("the time limit must be 0 (none) or positive");
  if (!parts_.space || !parts_.grammar) throw UsageError("a decoder needs a grammar and a feature space");
  parts_.find_lm_words();
}

std::unique_ptr<Worker> ChartDecoder::worker() const { return std::make_unique<ChartWorker>(parts_, options_); }

}  // namespace rectrix::decode
