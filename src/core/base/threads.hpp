// Work over an index range on several threads. Results belong into slots named by the index,
// so that they do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace rectrix {

// Threads that are waited for; std::jthread is not in every standard library yet.
struct Joined {
  std::vector<std::thread> threads;
  ~Joined() {
    for (std::thread& thread : threads) thread.join();
  }
};

// Calls work(index, worker) for every index below count, worker < threads. Indexes are handed out in
// ascending order. The exception of the lowest failing index is thrown again; later indexes may not have run.
// The calling thread is worker 0 and does index 0, however late it gets to it: who reports progress from there, or asks
// for signals, does so at least once.
template <class Work>
void parallel_for(std::size_t count, int threads, Work work) {
  const int workers = static_cast<int>(std::min<std::size_t>(std::max(threads, 1), std::max<std::size_t>(count, 1)));
  if (workers == 1) {
    for (std::size_t i = 0; i < count; ++i) work(i, 0);
    return;
  }
  std::atomic<std::size_t> next{1};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::size_t failed_index = count;
  std::exception_ptr error;
  const auto attempt = [&](std::size_t i, int worker) {
    try {
      work(i, worker);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      failed = true;
      if (i < failed_index) {
        failed_index = i;
        error = std::current_exception();
      }
    }
  };
  const auto run = [&](int worker) {
    while (!failed.load(std::memory_order_relaxed)) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= count) return;
      attempt(i, worker);
    }
  };
  {
    Joined pool;
    pool.threads.reserve(static_cast<std::size_t>(workers) - 1);
    for (int worker = 1; worker < workers; ++worker) pool.threads.emplace_back(run, worker);
    attempt(0, 0);
    run(0);
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace rectrix
