// The decoder of phrase-based models.
#pragma once

#include "decode/decoder.hpp"
#include "decode/phrase_cache.hpp"
#include "decode/stack_options.hpp"

namespace rectrix::decode {

class StackDecoder : public Decoder {
 public:
  // Throws UsageError if an option makes no sense.
  StackDecoder(StackParts parts, StackOptions options);

  std::unique_ptr<Worker> worker() const override;
  std::shared_ptr<Decoder> with_space(std::shared_ptr<features::FeatureSpace> space) const override;
  std::shared_ptr<Decoder> discretized(const features::Discretization& what) const override;
  std::shared_ptr<Decoder> with_learned(std::shared_ptr<const Overlay> overlay,
                                        std::span<const std::shared_ptr<const lm::Model>> models) const override;
  ValueCounts count_values(const NumberedTexts& sentences) const override;
  const std::vector<std::string>& score_names() const override { return parts_.table->score_names(); }
  const std::shared_ptr<features::FeatureSpace>& space() const override { return parts_.space; }
  const StackOptions& options() const { return options_; }

 private:
  StackParts parts_;
  StackOptions options_;
  ModelWords words_;
  CacheBudget budget_;
};

}  // namespace rectrix::decode
