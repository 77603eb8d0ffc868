// Every binary file, damaged anywhere behind its header, opened and read to the end.
#include <memory>

#include "align/aligner.hpp"
#include "damaged.hpp"
#include "features/weights_file.hpp"
#include "fuzzing.hpp"
#include "grammar/bitext.hpp"
#include "grammar/extractor.hpp"
#include "grammar/phrase/table.hpp"
#include "grammar/store.hpp"
#include "lm/model.hpp"
#include "lm/sentences.hpp"
#include "reorder/classifier.hpp"
#include "reorder/events.hpp"
#include "text/vocabulary.hpp"

namespace {

using namespace rectrix;

void read_model(const std::string& path) {
  const lm::Model model = lm::Model::open(path);
  lm::score_sentence(model, "the house a b <unk> is the house", {});
}

void read_store(const std::string& path) {
  const auto store = grammar::GrammarStore::open(path);
  const std::vector<Word> words{3, 4, 5, 3, 0};
  for (std::size_t sentence = 0; sentence < std::min<std::size_t>(store.size(), 10); ++sentence) {
    fuzz::expecting_errors([&] {
      grammar::Rules rules(store.score_names());
      store.rules(sentence, rules);
      store.find(sentence, words, rules);
    });
  }
}

void read_bitext(const std::string& path) {
  const auto bitext = std::make_shared<const grammar::BitextIndex>(grammar::BitextIndex::open(path));
  grammar::Extractor extractor(bitext, {});
  grammar::Rules rules(grammar::column_names());
  const std::vector<Word> words{3, 4, 5, 6, 3};
  extractor.extract(words, std::nullopt, rules);
}

void read_phrases(const std::string& path) {
  const auto table = grammar::PhraseTable::open(path);
  const std::vector<Word> words{3, 4};
  table.find(words);
  for (std::size_t phrase = 0; phrase < std::min<std::size_t>(table.phrases(), 20); ++phrase) {
    const auto range = table.range(phrase);
    const auto source = table.source(phrase);
    for (std::uint32_t option = range.begin; option < range.end && option < range.begin + 20; ++option) {
      table.option(option, source);
    }
  }
}

void read_classifier(const std::string& path) {
  const auto model = std::make_shared<const reorder::Model>(path);
  Vocabulary source, target;
  source.add("a");
  target.add("b");
  const reorder::Classifier classifier(model, {source, target});
  const std::vector<Word> words{3, 0, 3};
  const std::vector<grammar::Link> links{{0, 0}};
  const auto scores = classifier.phrase({std::span(words).first(1), std::span(words).first(1), links});
  std::vector<double> logs(static_cast<std::size_t>(classifier.classes()));
  classifier.log_probabilities(scores, {words, 0, 1}, logs);
}

void read_aligner(const std::string& path) {
  const auto aligner = align::Aligner::open(path);
  Lines source = fuzz::lines("das haus a b\n"), target = fuzz::lines("the house a\n");
  const auto corpus = aligner.encode(source, target, [](std::size_t) {});
  aligner.align(corpus, align::Direction::kForward, {}, {});
  aligner.align(corpus, align::Direction::kReverse, {}, {});
}

void read(const fuzz::Input& input) {
  static constexpr const char* kKinds[] = {"lm",     "grammar store",  "bitext index",    "phrases",
                                           "reorder-model", "reorder-events", "alignment model", "vocabulary"};
  const std::size_t choice = input.choice % 9;
  if (choice == 8) {
    const fuzz::MemoryFile file(input.data);
    features::load_weights(file.path());
    return;
  }
  const fuzz::MemoryFile file(fuzz::with_header(input.data, kKinds[choice]));
  switch (choice) {
    case 0: return read_model(file.path());
    case 1: return read_store(file.path());
    case 2: return read_bitext(file.path());
    case 3: return read_phrases(file.path());
    case 4: return read_classifier(file.path());
    case 5: {
      const reorder::Events events(file.path());
      std::uint64_t sum = 0;
      for (const std::uint32_t id : events.rows().ids) sum += id;
      for (std::uint32_t word = 0; word < events.names().size(); ++word) sum += events.names().text(word).size();
      return fuzz::use(sum);
    }
    case 6: return read_aligner(file.path());
    default: {
      const auto vocabulary = Vocabulary::open(file.path());
      vocabulary.find("a");
      for (std::uint32_t word = 0; word < vocabulary.size(); ++word) vocabulary.text(word);
      return;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::expecting_errors([&] { read(fuzz::split(data, size)); });
}
