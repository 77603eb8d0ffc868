// Many sentences on several threads, results in input order.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>
#include <vector>

#include "base/threads.hpp"
#include "decode/decoder.hpp"

namespace rectrix::decode {

struct Batch {
  std::vector<std::string_view> texts;
  std::vector<std::span<const double>> weights;  // one vector for all sentences, or one for each
  std::size_t first = 0;            // the number of the first sentence
  std::vector<std::size_t> numbers;  // of all sentences, if they do not follow each other
  int threads = 1;
  bool features = false;            // see Request
  std::vector<const Constraints*> constraints;  // one for each sentence (nullptr: nothing is demanded), or none at all
  std::function<void(std::size_t done)> tick;  // called now and then by the calling thread

  Request request(std::size_t i) const {
    const std::size_t number = numbers.empty() ? first + i : numbers[i];
    return {number, texts[i], weights[weights.size() == 1 ? 0 : i], features, std::nullopt,
            constraints.empty() ? nullptr : constraints[i]};
  }
};

// The longest first: no thread begins a long sentence when the others are about to run out of work.
inline std::vector<std::size_t> by_length(const std::vector<std::string_view>& texts) {
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return texts[i].size(); });
  return order;
}

// Calls work(worker, request, i) for every sentence i, each thread with a worker of its own.
template <class Work>
void for_each_sentence(const Decoder& decoder, const Batch& batch, Work work) {
  std::vector<std::unique_ptr<Worker>> workers(static_cast<std::size_t>(std::max(batch.threads, 1)));
  std::atomic<std::size_t> done{0};
  const std::vector<std::size_t> order = by_length(batch.texts);
  parallel_for(order.size(), batch.threads, [&](std::size_t turn, int thread) {
    const std::size_t i = order[turn];
    auto& worker = workers[static_cast<std::size_t>(thread)];
    if (!worker) worker = decoder.worker();
    work(*worker, batch.request(i), i);
    const std::size_t count = ++done;
    if (thread == 0 && batch.tick) batch.tick(count);
  });
}

}  // namespace rectrix::decode
