// joint_bigrams: every two neighbors of a translation with its boundaries, bi:<s>_the, bi:the_house, bi:house_</s>.
//
// Over a derivation the values are the counts of the translation's bigrams (Eidelman 2012). A state is the first and the
// last word.
#include "features/stateful.hpp"

namespace rectrix::features {
namespace {

constexpr Word kNoWord = 0xffffffff;

class Scorer : public Stateful::Scorer {
 public:
  Scorer(SentenceFeatures& features, const LocalVocabulary& words) : features_(&features), words_(&words) {}

  void emit(std::span<const grammar::Symbol> target, Sink& sink) override {
    for (std::size_t i = 1; i < target.size(); ++i) {
      if (grammar::is_gap(target[i - 1]) || grammar::is_gap(target[i])) continue;
      const Index local = find(static_cast<Word>(target[i - 1]), static_cast<Word>(target[i]));
      if (local != kNoFeature) sink.add({local, 1.0F});
    }
  }

  // Only where a gap begins or ends: neighbors within the rule are the rule's own.
  void join(std::span<const grammar::Symbol> target, const Stateful::States& gaps, Stateful::Value* state,
            Additions& additions) override {
    Word first = kNoWord, last = kNoWord;
    bool after_gap = false;
    for (const grammar::Symbol symbol : target) {
      const bool gap = grammar::is_gap(symbol);
      const Stateful::Value* inner = gap ? gaps[static_cast<std::size_t>(grammar::gap_number(symbol))] : nullptr;
      const Word next = gap ? inner[0] : static_cast<Word>(symbol);
      if (next == kNoWord) continue;  // a gap without words
      if (last != kNoWord && (gap || after_gap)) additions.add(find(last, next));
      if (first == kNoWord) first = next;
      last = gap ? inner[1] : next;
      after_gap = gap;
    }
    state[0] = first;
    state[1] = last;
  }

 private:
  // A pair's name is spelled once per sentence.
  Index find(Word left, Word right) {
    const auto [number, fresh] = numbers_.insert((static_cast<std::uint64_t>(left) << 32) | right, kNoFeature);
    if (!fresh) return number;
    append_word(name_.restart("bi:"), words_->text(left));
    append_word(name_ += '_', words_->text(right));
    number = features_->add(name_.key(), name_.text());
    return number;
  }

  SentenceFeatures* features_;
  const LocalVocabulary* words_;
  FlatMap<std::uint64_t, Index> numbers_;
  Name name_;
};

class JointBigrams : public Stateful {
 public:
  std::size_t state_size() const override { return 2; }
  std::unique_ptr<Stateful::Scorer> scorer(SentenceFeatures& features, const LocalVocabulary& target) const override {
    return std::make_unique<features::Scorer>(features, target);
  }
};

}  // namespace

std::unique_ptr<const Stateful> make_joint_bigrams() { return std::make_unique<JointBigrams>(); }

}  // namespace rectrix::features
