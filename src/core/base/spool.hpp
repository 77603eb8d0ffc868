// A long sequence that is written once from front to back and then read so, any number of times: the first
// items stay in memory, the others go to a file that has no name and vanishes with the object.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace rectrix {

// The nameless file; made when first written to.
class ScratchFile {
 public:
  explicit ScratchFile(std::string folder) : folder_(std::move(folder)) {}
  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&& other) noexcept;
  ~ScratchFile();

  void append(const void* data, std::size_t bytes);                          // throws RunError: disk full, no such folder
  void read(void* data, std::size_t bytes, std::uint64_t offset) const;  // thread-safe

 private:
  std::string folder_;
  int descriptor_ = -1;
};

template <class T>
class Spool {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t kBufferItems = (std::size_t{4} << 20) / sizeof(T);
  static constexpr std::size_t kReadItems = (std::size_t{1} << 18) / sizeof(T);

 public:
  // folder: where the file goes if one is needed.
  explicit Spool(std::string folder) : file_(std::move(folder)) {}

  void push(const T& item) {
    if (buffer_.size() == kBufferItems) flush();
    buffer_.push_back(item);
  }
  std::uint64_t size() const { return filed_ + buffer_.size(); }
  // Everything to the file, no memory kept.
  void release() {
    flush();
    buffer_.shrink_to_fit();
  }

  class Reader {
   public:
    explicit Reader(const Spool& spool) : spool_(&spool) {}
    bool next(T& item) {
      if (place_ == items_.size() && !refill()) return false;
      item = items_[place_++];
      return true;
    }

   private:
    bool refill();

    const Spool* spool_;
    std::uint64_t taken_ = 0;
    std::vector<T> items_;
    std::size_t place_ = 0;
  };
  Reader read() const { return Reader(*this); }

 private:
  void flush() {
    file_.append(buffer_.data(), buffer_.size() * sizeof(T));
    filed_ += buffer_.size();
    buffer_.clear();
  }

  ScratchFile file_;
  std::uint64_t filed_ = 0;
  std::vector<T> buffer_;
};

template <class T>
bool Spool<T>::Reader::refill() {
  const std::uint64_t left = spool_->size() - taken_;
  if (left == 0) return false;
  const bool filed = taken_ < spool_->filed_;
  const std::uint64_t here = filed ? spool_->filed_ - taken_ : left;
  items_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kReadItems, here)));
  if (filed) {
    spool_->file_.read(items_.data(), items_.size() * sizeof(T), taken_ * sizeof(T));
  } else {
    std::copy_n(spool_->buffer_.data() + (taken_ - spool_->filed_), items_.size(), items_.data());
  }
  taken_ += items_.size();
  place_ = 0;
  return true;
}

}  // namespace rectrix
