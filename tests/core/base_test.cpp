// What of base cannot be reached from Python.
#include <dlfcn.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/flat_map.hpp"
#include "base/hash.hpp"
#include "base/lines.hpp"
#include "base/sections.hpp"
#include "base/threads.hpp"
#include "making.hpp"
#include "text/vocabulary.hpp"

using namespace rectrix;

// Stands in for the library's: a file system that writes late, such as NFS, hears of its full disk when a file is closed.
static bool full_at_close = false;
extern "C" int fclose(std::FILE* file) {
  static const auto close = reinterpret_cast<int (*)(std::FILE*)>(::dlsym(RTLD_NEXT, "fclose"));
  const int status = close(file);
  if (!full_at_close) return status;
  errno = ENOSPC;
  return EOF;
}

// Files hold these values: a change would make every saved model unreadable.
void test_hashes_never_change() {
  static_assert(hash_bytes("") == 0xf52a15e9a9b5e89bULL);
  static_assert(hash_bytes("das haus") == NameHash().add("das").add(' ').add("haus").key());
  static_assert(NameHash().add("ab").check() != NameHash().add("ba").check());
}

void test_flat_map_agrees_with_counting() {
  FlatMap<std::uint64_t, int> map;
  for (std::uint64_t i = 0; i < 10000; ++i) map[i * i % 777]++;
  int total = 0;
  map.for_each([&](std::uint64_t key, int count) {
    assert(key < 777);
    total += count;
  });
  assert(total == 10000);
  assert(map.find(777) == nullptr && !map.contains(1ULL << 63));
  map.clear();
  assert(map.empty() && map.find(0) == nullptr);
}

void test_parallel_for_runs_each_index_once_and_throws_the_first_error() {
  std::vector<int> runs(1000);
  parallel_for(runs.size(), 4, [&](std::size_t i, int worker) {
    assert(worker < 4);
    ++runs[i];
  });
  assert(std::accumulate(runs.begin(), runs.end(), 0) == 1000);
  try {
    parallel_for(1000, 3, [](std::size_t i, int) {
      if (i >= 17) throw std::runtime_error(std::to_string(i));
    });
    assert(false);
  } catch (const std::runtime_error& error) {
    assert(std::string(error.what()) == "17");
  }
}

// A line cut anywhere by the chunks is the same line.
void test_lines_do_not_depend_on_chunks() {
  const std::string text = "eins\r\n\nzwei drei\nohne ende";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    std::size_t position = 0;
    Lines lines(
        [&]() {
          const std::string_view chunk = std::string_view(text).substr(position, size);
          position += chunk.size();
          return chunk;
        },
        "text");
    std::string_view line;
    std::vector<std::string> found;
    while (lines.next(line)) found.emplace_back(line);
    assert((found == std::vector<std::string>{"eins", "", "zwei drei", "ohne ende"}));
    assert(lines.number() == 4);
  }
}

void test_fields_and_numbers() {
  std::string_view text = "a ||| b c ||| ";
  assert(take_field(text, " ||| ") == "a" && take_field(text, " ||| ") == "b c" && take_field(text, " ||| ").empty());
  double value = 0;
  assert(parse_number("+1e-3", value) && value == 1e-3);
  for (std::string_view wrong : {"", "1x", " 1", "--1", "1,5"}) assert(!parse_number(wrong, value));
}

// The checksum must not depend on how a writer cuts its data.
void test_checksum_ignores_pieces() {
  const std::string data = "0123456789abcdefghijklmnopqrstuvwxyz";
  Checksum whole;
  whole.add(data.data(), data.size());
  for (std::size_t size = 1; size < data.size(); ++size) {
    Checksum pieces;
    for (std::size_t i = 0; i < data.size(); i += size) pieces.add(data.data() + i, std::min(size, data.size() - i));
    assert(pieces.value() == whole.value());
  }
  Checksum other;
  other.add(data.data(), data.size() - 1);
  assert(other.value() != whole.value());
}

void test_local_vocabulary_leaves_its_base_alone() {
  Vocabulary base;
  const Word haus = base.add("haus");
  LocalVocabulary local(base);
  assert(local.find_or_add("haus") == haus);
  const Word unknown = local.find_or_add("maus");
  assert(local.is_local(unknown) && local.find_or_add("maus") == unknown && local.text(unknown) == "maus");
  assert(local.find_or_add("<unk>") == kUnknown && base.size() == 4);
}

void test_a_disk_that_is_full_when_a_file_is_closed_is_told() {
  const making::Scratch file;
  for (const bool full : {false, true}) {
    SectionWriter writer(file.path(), "test", 1);
    writer.add("numbers", std::vector<int>{1, 2, 3});
    full_at_close = full;
    assert(making::throws<RunError>([&] { writer.finish(); }) == full);
    full_at_close = false;
  }
}

int main() {
  test_hashes_never_change();
  test_flat_map_agrees_with_counting();
  test_parallel_for_runs_each_index_once_and_throws_the_first_error();
  test_lines_do_not_depend_on_chunks();
  test_fields_and_numbers();
  test_checksum_ignores_pieces();
  test_local_vocabulary_leaves_its_base_alone();
  test_a_disk_that_is_full_when_a_file_is_closed_is_told();
}
