#include <nanobind/stl/optional.h>

#include "text/lines_of_words.hpp"
#include "text/vocabulary.hpp"
#include "text/word_classes.hpp"
#include "text_lines.hpp"

namespace rectrix::bind {
namespace {

using Words = std::vector<std::string>;

std::vector<nb::str> texts_of(std::string_view line, std::span<const Piece> words) {
  std::vector<nb::str> found;
  for (const Piece word : words) found.push_back(text_of(line.substr(word.begin, word.end - word.begin)));
  return found;
}

void register_tokenizer(nb::module_& text) {
  nb::enum_<Apostrophe>(text, "Apostrophe", "What becomes of an apostrophe between letters.")
      .value("ALONE", Apostrophe::Alone)
      .value("RIGHT", Apostrophe::Right)
      .value("LEFT", Apostrophe::Left);
  nb::class_<Tokenizer>(text, "Tokenizer", "Text to words in the manner of the Moses tokenizer, for every script.")
      .def(
          "__init__",
          [](Tokenizer* self, Apostrophe apostrophe, bool curly, bool clock, bool segmented, Words abbreviations,
             Words numeric) {
            new (self) Tokenizer({.apostrophe = apostrophe,
                                  .curly = curly,
                                  .clock = clock,
                                  .segmented = segmented,
                                  .abbreviations = std::move(abbreviations),
                                  .numeric_abbreviations = std::move(numeric)});
          },
          "apostrophe"_a = Apostrophe::Alone, "curly"_a = false, "clock"_a = false, "segmented"_a = false,
          "abbreviations"_a = Words{}, "numeric_abbreviations"_a = Words{})
      .def(
          "tokenize",
          [](const Tokenizer& self, const nb::str& line) {
            const std::string bytes = bytes_of(line);
            std::vector<Piece> words;
            Tokenizer::Scratch scratch;
            self.tokenize(bytes, words, scratch);
            return texts_of(bytes, words);
          },
          "line"_a, "The words of a line.");
  text.def(
      "record",
      [](const nb::str& line, const nb::list& tokens, const nb::list& words) -> std::optional<std::string> {
        const std::string bytes = bytes_of(line);
        std::vector<Piece> pieces;
        const InLines found(tokens), made(words);
        if (found.views().size() != made.views().size() || !find_words(bytes, found.views(), pieces)) {
          return std::nullopt;
        }
        return line_record(bytes, pieces, made.views());
      },
      "line"_a, "tokens"_a, "words"_a,
      nb::sig("def record(line: str, tokens: list[str], words: list[str]) -> str | None"),
      "What `restore` needs to give a line back from words, one made of each of its tokens; None if it cannot.");
  text.def(
      "restore",
      [](const nb::list& words, std::string_view record) {
        const InLines in(words);
        return text_of(restore_line(in.views(), record));
      },
      "words"_a, "record"_a, nb::sig("def restore(words: list[str], record: str) -> str"),
      "The line that had these words and this record.");
}

// A part that is kept as text: `read` and `written`.
template <class Part>
nb::class_<Part> register_learned(nb::module_& text, const char* name, const char* about) {
  return nb::class_<Part>(text, name, about)
      .def(nb::init<>())
      .def_static(
          "read",
          [](const nb::bytes& content, std::string path) {
            std::string_view rest(content.c_str(), content.size());
            Lines lines([&]() { return std::exchange(rest, {}); }, std::move(path));
            return Part::read(lines);
          },
          "content"_a, "path"_a, "What was written before; path: for error messages.")
      .def(
          "written",
          [](const Part& part) {
            const std::string content = part.written();
            return nb::bytes(content.data(), content.size());
          },
          "What was learned, as lines of text.");
}

void register_casing(nb::module_& text) {
  register_learned<Truecaser>(text, "Truecaser", "The most frequent forms of words away from sentence begins.")
      .def("finish", &Truecaser::finish, "To be called when all has been counted.");
  register_learned<Recaser>(text, "Recaser", "The most probable forms of words in small letters.")
      .def("finish", &Recaser::finish, "To be called when all has been counted.")
      .def(
          "recase",
          [](const Recaser& recaser, const nb::list& words) {
            const InLines in(words);
            return out_lines(recaser.recase(in.views()));
          },
          "words"_a, nb::sig("def recase(self, words: list[str]) -> list[str]"), "The forms of words.");
  register_learned<Spacing>(text, "Spacing", "What stands between two words of running text.")
      .def(
          "join",
          [](const Spacing& spacing, const nb::list& words) {
            const InLines in(words);
            return text_of(spacing.join(in.views()));
          },
          "words"_a, nb::sig("def join(self, words: list[str]) -> str"), "The text of words, as people write it.");
  text.def(
      "prepare_lines",
      [](const nb::list& lines, const Tokenizer* tokenizer, const Truecaser* truecaser, bool lower, int threads) {
        const InLines in(lines);
        std::vector<std::string> out(in.views().size());
        {
          nb::gil_scoped_release release;
          prepare_lines({.tokenizer = tokenizer, .truecaser = truecaser, .lowercase = lower}, in.views(), out, threads);
        }
        return out_lines(out);
      },
      "lines"_a, "tokenizer"_a = nb::none(), "truecaser"_a = nb::none(), "lowercase"_a = false, "threads"_a = 1,
      nb::sig("def prepare_lines(lines: list[str], tokenizer: Tokenizer | None = None, truecaser: Truecaser | None = "
              "None, lowercase: bool = False, threads: int = 1) -> list[str]"),
      "The space-separated words of each line; without a tokenizer, tokens are separated by spaces already.");
  text.def(
      "count_lines",
      [](const nb::list& lines, const Tokenizer* tokenizer, Truecaser* truecaser, Recaser* recaser, Spacing* spacing) {
        const InLines in(lines);
        nb::gil_scoped_release release;
        count_lines(tokenizer, in.views(), {.truecaser = truecaser, .recaser = recaser, .spacing = spacing});
      },
      "lines"_a, "tokenizer"_a = nb::none(), "truecaser"_a = nb::none(), "recaser"_a = nb::none(),
      "spacing"_a = nb::none(),
      nb::sig("def count_lines(lines: list[str], tokenizer: Tokenizer | None = None, truecaser: Truecaser | None = "
              "None, recaser: Recaser | None = None, spacing: Spacing | None = None) -> None"),
      "Count the words of lines and what stands between them, for what is given.");
  text.def(
      "with_capitals",
      [](const nb::list& words, bool first) {
        const InLines in(words);
        return out_lines(with_capitals(in.views(), first));
      },
      "words"_a, "first"_a, nb::sig("def with_capitals(words: list[str], first: bool) -> list[str]"),
      "Words with their sentences' first letters as capitals; the first one of all only if wanted.");
  text.def(
      "begins_with_capital", [](const nb::str& line) { return begins_with_capital(bytes_of(line)); }, "line"_a,
      "Is the first letter of a line a capital: 1, 0, or -1 if it has no case or there is none.");
  text.def(
      "is_all_capitals", [](const nb::str& line) { return is_all_capitals(bytes_of(line)); }, "line"_a,
      "Is a line written in capitals only, as headings are?");
}

void register_classes(nb::module_& text) {
  nb::class_<WordClasses>(text, "WordClasses", "The classes of one language's words.")
      .def(
          "__init__",
          [](WordClasses* self, nb::object reader, std::string name) {
            Lines lines(chunks(std::move(reader)), std::move(name));
            new (self) WordClasses(lines);
          },
          "reader"_a, "name"_a, "Read lines of word and class (mkcls), or of bits, word and count (Brown clusters).")
      .def("__len__", &WordClasses::words, "The number of words that have a class.")
      .def("__getitem__", [](const WordClasses& classes, const std::string& word) {
             return text_of(classes.names().text(classes.of(word)));
           },
           "word"_a, nb::sig("def __getitem__(self, word: str) -> str"), "A word's class; <unk> if the file lacks it.");
}

}  // namespace

void register_text(nb::module_& m) {
  nb::module_ text = m.def_submodule("text", "Words as numbers.");
  text.attr("UNKNOWN") = kUnknown;
  text.attr("SENTENCE_BEGIN") = kSentenceBegin;
  text.attr("SENTENCE_END") = kSentenceEnd;

  register_tokenizer(text);
  register_classes(text);
  register_casing(text);
  nb::class_<Vocabulary>(text, "Vocabulary",
                         "Strings and their numbers. The first three words are <unk>, <s> and </s>.")
      .def(nb::init<>())
      .def_static(
          "open", [](const std::filesystem::path& path) { return Vocabulary::open(path.string()); }, "path"_a,
          "Map a saved vocabulary into memory; it cannot grow.")
      .def(
          "save", [](const Vocabulary& v, const std::filesystem::path& path) { v.save(path.string()); }, "path"_a,
          "Write the memory-mapped form.")
      .def("find", &Vocabulary::find, "word"_a, "The word's number, UNKNOWN if it has none.")
      .def("add", &Vocabulary::add, "word"_a, "The word's number, a new one if it had none.")
      .def(
          "text", [](const Vocabulary& v, Word word) { return text_of(v.text(word)); }, "number"_a,
          nb::sig("def text(self, number: int) -> str"), "The word with this number.")
      .def("__contains__",
           [](const Vocabulary& v, std::string_view word) {
             return v.find(word) != kUnknown || word == v.text(kUnknown);
           })
      .def("__len__", &Vocabulary::size)
      .def(
          "encode",
          [](const Vocabulary& v, std::string_view line) {
            std::vector<Word> words;
            while (true) {
              const std::string_view word = take_word(line);
              if (word.empty()) return give(std::move(words));
              words.push_back(v.find(word));
            }
          },
          "line"_a, "The numbers of a line's words, split at spaces; unknown words are UNKNOWN.")
      .def(
          "decode",
          [](const Vocabulary& v, const In<Word>& words) {
            std::string line;
            for (const Word word : view(words)) {
              if (!line.empty()) line += ' ';
              line += v.text(word);
            }
            return text_of(line);
          },
          "words"_a, nb::sig("def decode(self, words: NDArray[numpy.uint32]) -> str"),
          "The words with these numbers, joined by spaces.");
}

}  // namespace rectrix::bind
