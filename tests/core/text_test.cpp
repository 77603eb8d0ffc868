// Words of text: nothing of a line is lost, whatever its bytes; vocabularies and truecasers come back from their files.
#include "base/error.hpp"
#include "making.hpp"
#include "text/tokenizer.hpp"
#include "text/truecaser.hpp"
#include "text/utf8.hpp"
#include "text/vocabulary.hpp"

using namespace rectrix;

namespace {

std::string joined(std::string_view line, const TokenizerOptions& options = {}) {
  std::vector<Piece> words;
  Tokenizer::Scratch scratch;
  Tokenizer(options).tokenize(line, words, scratch);
  std::string made;
  for (const Piece& word : words) {
    made += made.empty() ? "" : " ";
    made += line.substr(word.begin, word.end - word.begin);
  }
  return made;
}

void test_punctuation_is_cut_off_and_abbreviations_keep_their_dot() {
  assert(joined("Das Haus (1,5 m hoch), rot.") == "Das Haus ( 1,5 m hoch ) , rot .");
  TokenizerOptions options;
  options.abbreviations = {"Dr"};
  options.apostrophe = Apostrophe::Right;
  assert(joined("Dr. Who's here.", options) == "Dr. Who 's here .");
}

// Pieces ascend without overlap, and only white space lies between them: the line can be put together again.
void test_every_byte_stays_in_its_place() {
  unsigned seed = 7;
  for (int round = 0; round < 2000; ++round) {
    std::string line;
    for (int i = 0; i < 30; ++i) {
      seed = seed * 1664525U + 1013904223U;
      line += static_cast<char>((seed >> 24) % 3 == 0 ? ' ' : static_cast<char>(seed >> 16));
    }
    std::vector<Piece> words;
    Tokenizer::Scratch scratch;
    Tokenizer().tokenize(line, words, scratch);
    std::uint32_t at = 0;
    for (const Piece& word : words) {
      assert(at <= word.begin && word.begin < word.end && word.end <= line.size());
      at = word.end;
    }
  }
}

void test_bytes_that_are_not_utf8_are_told_apart() {
  std::vector<std::uint32_t> points;
  append_code_points("a\xc3\xbc\xff\xf0\x9f\x98\x80\xed\xa0\x80", points);
  assert((points == std::vector<std::uint32_t>{'a', 0xfc, 0xdcff, 0x1f600, 0xdced, 0xdca0, 0xdc80}));
  assert(first_point("\xc3").point == kInvalidPoint && last_point("x\xc3\xbc").point == 0xfc);
}

void test_a_vocabulary_comes_back() {
  const making::Scratch file;
  Vocabulary words;
  for (int n = 0; n < 1000; ++n) assert(words.add("w" + std::to_string(n)) == static_cast<Word>(n + 3));
  assert(words.add("w5") == 8 && words.find("never") == kUnknown);
  words.save(file.path());
  const Vocabulary opened = Vocabulary::open(file.path());
  assert(opened.size() == words.size() && opened.find("w999") == 1002 && opened.text(8) == "w5");
  assert(making::throws<UsageError>([&] { (void)opened.text(5000); }));
}

void test_a_truecaser_comes_back() {
  Truecaser counted;
  const std::vector<std::string_view> words{"Der", "Hund", "sieht", "der", "Hund"};
  counted.count(words);
  counted.finish();
  std::string scratch;
  assert(counted.form("Der", true, scratch) == "der" && counted.form("hund", false, scratch) == "Hund");
  const std::string text = counted.written();
  Lines lines = making::lines(text);
  assert(Truecaser::read(lines).written() == text);
  Lines bad = making::lines("x\tder\n");
  assert(making::throws<InputError>([&] { (void)Truecaser::read(bad); }));
}

}  // namespace

int main() {
  test_punctuation_is_cut_off_and_abbreviations_keep_their_dot();
  test_every_byte_stays_in_its_place();
  test_bytes_that_are_not_utf8_are_told_apart();
  test_a_vocabulary_comes_back();
  test_a_truecaser_comes_back();
}
