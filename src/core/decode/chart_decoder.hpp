// The decoder of hierarchical models (Chiang 2007): glue grammar, span limit, unknown words copied.
#pragma once

#include "decode/chart_options.hpp"
#include "decode/decoder.hpp"
#include "decode/scored_rules.hpp"

namespace rectrix::decode {

class ChartDecoder : public Decoder {
 public:
  // Throws UsageError if an option makes no sense.
  ChartDecoder(ChartParts parts, ChartOptions options);

  std::unique_ptr<Worker> worker() const override;
  std::shared_ptr<Decoder> with_space(std::shared_ptr<features::FeatureSpace> space) const override;
  std::shared_ptr<Decoder> discretized(const features::Discretization& what) const override;
  std::shared_ptr<Decoder> with_learned(std::shared_ptr<const Overlay> overlay,
                                        std::span<const std::shared_ptr<const lm::Model>> models) const override;
  ValueCounts count_values(const NumberedTexts& sentences) const override;
  const std::vector<std::string>& score_names() const override { return parts_.grammar->score_names(); }
  const std::shared_ptr<features::FeatureSpace>& space() const override { return parts_.space; }
  const ChartOptions& options() const { return options_; }

 private:
  ChartParts parts_;
  ChartOptions options_;
  ModelWords words_;
};

}  // namespace rectrix::decode
