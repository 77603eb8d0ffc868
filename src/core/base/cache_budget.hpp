// What the caches of several threads may hold together, in bytes: each that is alive has an even share.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace rectrix {

class CacheBudget {
  struct State {
    explicit State(std::size_t all) : bytes(all) {}
    std::size_t bytes;
    std::atomic<std::size_t> sharers{0};
  };

 public:
  explicit CacheBudget(std::size_t bytes) : state_(std::make_shared<State>(bytes)) {}

  // One cache's part, smaller the more others there are. It may be exceeded by what one sentence needs.
  class Share {
   public:
    explicit Share(const CacheBudget& budget) : state_(budget.state_) { ++state_->sharers; }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share() { --state_->sharers; }

    std::size_t bytes() const { return state_->bytes / std::max<std::size_t>(state_->sharers, 1); }

   private:
    std::shared_ptr<State> state_;
  };

 private:
  std::shared_ptr<State> state_;
};

// What a vector has taken, used or not.
template <class T>
std::size_t held_bytes(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
}

}  // namespace rectrix
