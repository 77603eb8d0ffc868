#include "common.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::bind {

void register_text(nb::module_& m) {
  nb::module_ text = m.def_submodule("text", "Words as numbers.");
  text.attr("UNKNOWN") = kUnknown;
  text.attr("SENTENCE_BEGIN") = kSentenceBegin;
  text.attr("SENTENCE_END") = kSentenceEnd;

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
           [](const Vocabulary& v, std::string_view word) { return v.find(word) != kUnknown || word == v.text(kUnknown); })
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
          "line"_a, "The numbers of a line's words, split at blanks; unknown words are UNKNOWN.")
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
          "words"_a, nb::sig("def decode(self, words: NDArray[numpy.uint32]) -> str"), "The words with these numbers, joined by blanks.");
}

}  // namespace rectrix::bind
