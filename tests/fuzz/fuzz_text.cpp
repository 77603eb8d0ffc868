// Every reader of text, chosen by the input's first byte.
#include <memory>
#include <string>

#include "align/aligner.hpp"
#include "align/alignments.hpp"
#include "base/json.hpp"
#include "decode/zones.hpp"
#include "features/class_template.hpp"
#include "fuzzing.hpp"
#include "grammar/bitext.hpp"
#include "grammar/phrase/moses_text.hpp"
#include "grammar/rule_text.hpp"
#include "kbest/reader.hpp"
#include "lm/arpa.hpp"
#include "lm/corpus.hpp"
#include "lm/sentences.hpp"
#include "text/recaser.hpp"
#include "text/spacing.hpp"
#include "text/tokenizer.hpp"
#include "text/truecaser.hpp"
#include "text/utf8.hpp"

namespace {

using namespace rectrix;
using fuzz::lines;

void read_json(std::string_view text) {
  const JsonScanner::Fail fail = [](std::string_view message) { throw InputError(std::string(message)); };
  JsonScanner scanner(text, fail);
  std::string value;
  scanner.object([&](std::string_view key) {
    if (key == "s") {
      scanner.string(value);
    } else if (key == "n") {
      scanner.number();
    } else {
      scanner.skip();
    }
  });
  scanner.end();
}

void read_kbest(std::string_view text, kbest::Format format) {
  bool given = false;
  kbest::Reader reader(
      [&] {
        const std::string_view chunk = given ? std::string_view() : text;
        given = true;
        return chunk;
      },
      "fuzz", format);
  kbest::Lists lists(std::make_shared<features::FeatureSpace>());
  while (reader.read(lists, 10) > 0) {
  }
}

void read_arpa(std::string_view text) {
  Lines arpa = lines(text);
  const lm::Model model = lm::read_arpa(arpa);
  lm::score_sentence(model, "a b a c <unk>", {});
}

void read_rules(std::string_view text) {
  Vocabulary source, target;
  grammar::RuleReader reader("p_", source, target);
  Lines names = lines(text), again = lines(text);
  reader.find_names(names);
  grammar::Rules rules(reader.names());
  reader.read(again, rules);
}

void read_moses(std::string_view text, bool reordering) {
  const fuzz::MemoryFile output;
  const std::size_t half = reordering ? text.size() / 2 : text.size();
  Lines phrases = lines(text.substr(0, half)), values = lines(text.substr(half));
  grammar::MosesOptions options;
  options.reordering_type = reordering ? "wbe-msd-bidirectional-fe" : "";
  grammar::read_moses(phrases, reordering ? &values : nullptr, options, output.path(), [](std::size_t) {});
  const auto table = grammar::PhraseTable::open(output.path());
  std::string pairs, orders;
  for (std::size_t phrase = 0; phrase < table.phrases(); ++phrase) grammar::append_moses(table, phrase, pairs, orders);
}

void index_and_align(std::string_view text) {
  const std::size_t third = text.size() / 3;
  const std::string_view source = text.substr(0, third), target = text.substr(third, third), links = text.substr(2 * third);
  {
    const fuzz::MemoryFile output;
    Lines first = lines(source), second = lines(target), third_text = lines(links);
    fuzz::expecting_errors([&] {
      grammar::index_bitext(first, second, third_text, output.path(), [](std::size_t) {});
      grammar::BitextIndex::open(output.path());
    });
  }
  Lines first = lines(source), second = lines(target);
  align::Trainer trainer(first, second, {}, [](std::size_t) {});
  trainer.iterate(align::Direction::kForward, 0, {});
}

void read_corpus(std::string_view text) {
  lm::Corpus corpus("/tmp", false);
  Lines all = lines(text), words = lines(text.substr(text.size() / 2));
  corpus.read(all);
  corpus.limit_to(words);
}

// What a model has learned of the spelling of a language, and used at once.
template <class Learned>
Learned read_learned(std::string_view text) {
  Lines written = lines(text);
  return Learned::read(written);
}

// Any line becomes words that give it back; a record that says otherwise is refused.
void tokenize(std::string_view line) {
  const Tokenizer tokenizer({.curly = true, .clock = true, .abbreviations = {"z", "Dr"}, .numeric_abbreviations = {"Nr"}});
  std::vector<Piece> pieces;
  Tokenizer::Scratch scratch;
  tokenizer.tokenize(line, pieces, scratch);
  std::vector<std::string_view> words;
  for (const Piece& piece : pieces) words.push_back(line.substr(piece.begin, piece.end - piece.begin));
  if (restore_line(words, line_record(line, pieces, words)) != line) std::abort();
  restore_line(words, line);
}

void read(const fuzz::Input& input) {
  const std::string_view text = input.data;
  switch (input.choice % 21) {
    case 0: return read_json(text);
    case 1: return read_kbest(text, kbest::Format::automatic);
    case 2: return read_kbest(text, kbest::Format::moses);
    case 3: return read_kbest(text, kbest::Format::cdec);
    case 4: return read_kbest(text, kbest::Format::joshua);
    case 5: return read_kbest(text, kbest::Format::travatar);
    case 6: return read_kbest(text, kbest::Format::json);
    case 7: return read_arpa(text);
    case 8: return read_rules(text);
    case 9: return read_moses(text, false);
    case 10: return read_moses(text, true);
    case 11: return index_and_align(text);
    case 12: return read_corpus(text);
    case 13: {
      Lines pharaoh = lines(text);
      align::read_pharaoh(pharaoh);
      return;
    }
    case 14: {
      Lines gold = lines(text);
      align::read_gold(gold, 1);
      return;
    }
    case 15: {
      Lines classes = lines(text);
      const WordClasses read(classes);
      read.of("a");
      return;
    }
    case 16: {
      std::string scratch;
      read_learned<Truecaser>(text).form("Haus", true, scratch);
      return;
    }
    case 17: {
      const std::string_view words[] = {"das", "haus", "ist"};
      read_learned<Recaser>(text).recase(words);
      return;
    }
    case 18: {
      const std::string_view words[] = {"\"", "Haus", "\"", ",", "3"};
      read_learned<Spacing>(text).join(words);
      return;
    }
    case 19: return tokenize(text);
    default: decode::Zones().read(text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::expecting_errors([&] { read(fuzz::split(data, size)); });
}
