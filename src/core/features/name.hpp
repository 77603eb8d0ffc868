// A feature's name while it is spelled: hashed piece by piece, and written down where somebody is going to read it.
#pragma once

#include <string>
#include <string_view>

#include "features/space.hpp"

namespace rectrix::features {

class Name {
 public:
  explicit Name(bool written = true) : written_(written) {}

  // Begins another name.
  Name& restart(std::string_view prefix) {
    hash_ = {};
    text_.clear();
    return *this += prefix;
  }
  Name& operator+=(std::string_view piece) {
    hash_.add(piece);
    if (written_) text_ += piece;
    return *this;
  }
  Name& operator+=(char c) {
    hash_.add(c);
    if (written_) text_ += c;
    return *this;
  }

  FeatureKey key() const { return FeatureKey(hash_); }
  std::string_view text() const { return text_; }  // empty if the name is not written down

 private:
  bool written_;
  NameHash hash_;
  std::string text_;
};

}  // namespace rectrix::features
