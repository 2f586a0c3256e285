#pragma once

#include "base/state_visitor.hpp"
#include "io/checkpoint/content.hpp"

namespace lobatto::io {

/// Takes up a state for a checkpoint: copies the values and compresses the rows, so that the state
/// may change once it has been visited.
class CheckpointSaver final : public base::StateVisitor {
 public:
  /// memory: of an earlier parcel, to be used again.
  CheckpointSaver(CheckpointHeader header, base::ByteBuffer memory) : header_(std::move(header)) {
    parcel_.chunks = std::move(memory);
    parcel_.chunks.clear();
  }

  [[nodiscard]] bool loads() const override { return false; }
  [[nodiscard]] bool has(const std::string& /*name*/) const override { return true; }
  void visit(const std::string& name, double& value) override;
  void visit(const std::string& name, std::int64_t& value) override;
  void visit(const std::string& name, std::vector<double>& values) override;
  void visit(const std::string& name, const base::RowSet& rows, std::span<double> values) override;
  void visit(const std::string& name, const base::RowSet& rows, std::span<float> values) override;

  [[nodiscard]] const CheckpointHeader& header() const { return header_; }
  [[nodiscard]] CheckpointParcel& parcel() { return parcel_; }
  [[nodiscard]] std::size_t raw_bytes() const { return raw_bytes_; }  ///< of this rank's rows
  /// Check sums of this rank's chunks, added up.
  [[nodiscard]] std::int64_t content() const { return content_; }

 private:
  void add_rows(const std::string& name, const base::RowSet& rows, std::size_t value_size,
                std::span<const std::byte> values);
  /// Index of the row set, made when new.
  std::size_t row_set(const base::RowSet& rows);

  CheckpointHeader header_;
  CheckpointParcel parcel_;
  ChunkCodec codec_;
  std::size_t raw_bytes_ = 0;
  std::int64_t content_ = 0;
};

}  // namespace lobatto::io
