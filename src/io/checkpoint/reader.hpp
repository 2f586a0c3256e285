#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/state_visitor.hpp"
#include "comm/communicator.hpp"
#include "io/hdf5/chunk_codec.hpp"
#include "io/hdf5/handle.hpp"

namespace lobatto::io {

/// A checkpoint that is damaged, or lacks what it should hold.
struct CheckpointError : base::Error {
  using base::Error::Error;
};

/// What is written about a checkpoint in its first file.
struct CheckpointSummary {
  long long step = 0;
  double time = 0;
  int n_ranks = 1;
  int n_files = 1;
  bool shuffle = true;
  std::map<std::string, std::string> provenance;
};

/// Loads a state from a checkpoint. Every rank reads the chunks that hold its own rows, whichever
/// rank wrote them; every chunk's check sum is looked at. All members but has() are collective; a
/// failure on any rank is thrown as CheckpointError on all, and names file, dataset and chunk.
/// Visits that fail leave what they were given in part.
class CheckpointReader final : public base::StateVisitor {
 public:
  /// first: the first file of the checkpoint, see checkpoint_name; the others stand beside it.
  CheckpointReader(const std::filesystem::path& first, const comm::Communicator& communicator);

  [[nodiscard]] const CheckpointSummary& summary() const { return summary_; }
  /// The first of its files.
  [[nodiscard]] const std::filesystem::path& file() const { return files_.front().path; }

  [[nodiscard]] bool loads() const override { return true; }
  [[nodiscard]] bool has(const std::string& name) const override;
  void visit(const std::string& name, double& value) override;
  void visit(const std::string& name, std::int64_t& value) override;
  void visit(const std::string& name, std::vector<double>& values) override;
  void visit(const std::string& name, const base::RowSet& rows, std::span<double> values) override;
  void visit(const std::string& name, const base::RowSet& rows, std::span<float> values) override;

 private:
  struct File {
    std::filesystem::path path;
    Hdf5Handle id;
  };
  /// Where a local row is.
  struct Place {
    std::size_t file, row, local;
  };
  void open(const std::filesystem::path& first);
  void read_summary(const File& file);
  /// Of the row set, in ascending order; throws where a key is missing.
  const std::vector<Place>& places_of(const base::RowSet& rows);
  void read_rows(const std::string& name, const base::RowSet& rows, std::size_t value_size,
                 hid_t type, std::span<std::byte> values);
  void read_small(const std::string& name, hid_t type, std::size_t n_values, void* values) const;
  /// Runs `task` on every rank, and ends it the same way on all.
  template <class Task>
  void together(Task task) const;

  const comm::Communicator& communicator_;
  QuietHdf5Errors quiet_;
  CheckpointSummary summary_;
  std::int64_t content_ = 0;
  std::vector<File> files_;
  std::map<std::string, std::vector<Place>> places_;
};

}  // namespace lobatto::io
