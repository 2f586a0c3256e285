#pragma once

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::accept {

/// What a kernel says of the physics that it computes, beside what is right.
struct Answer {
  std::string name;  ///< for people: "decay rate of the mode"
  double found = 0;
  double expected = 0;
  double tolerance = 0;  ///< absolute

  /// Something that is not a number never holds.
  [[nodiscard]] bool holds() const { return std::abs(found - expected) <= tolerance; }
};

/// What one pass does, counted, on all ranks together.
struct Work {
  double updates = 0;  ///< of the kind that KernelKind::update names
  double flops = 0;
  double bytes = 0;  ///< between memory and cores, as the algorithm needs them
};

/// Something else that a kernel measured: the rate of a part, the iterations of a solver.
struct Figure {
  std::string name;  ///< "FFT", "iterations"
  double value = 0;
  std::string unit = {};
};

/// How large a kernel is, and how the ranks share it.
struct KernelSettings {
  std::vector<int> size;   ///< cells, sites or nodes per direction; empty: KernelKind::size
  bool is_total = false;   ///< the size is that of all ranks together, not of each
  std::vector<int> ranks;  ///< per direction; empty: as near to a cube as can be
  /// Instead of a size, of kernels that take one; empty: none. The ranks are those of the mesh.
  std::filesystem::path mesh = {};
};

/// One application kernel on all ranks together. Everything is collective, and what it returns is
/// the same on every rank. All answers are the same on any number of ranks for the same total size.
class Kernel {
 public:
  virtual ~Kernel() = default;

  /// What is timed. Does the same work each time.
  virtual void pass() = 0;
  [[nodiscard]] virtual Work work() const = 0;
  /// Computes problems whose right answers are known; may do so on smaller ones than that of
  /// pass(). Some seconds at most.
  virtual std::vector<Answer> answers() = 0;
  /// Of the passes before it, or measured by itself in a second or so.
  virtual std::vector<Figure> figures() { return {}; }
  /// The total size and the ranks per direction, as they have become.
  [[nodiscard]] virtual KernelSettings settings() const = 0;
};

/// What is known of a kernel before it is made.
struct KernelKind {
  std::string name;         ///< as on the command line: "halo"
  std::string stands_for;   ///< the originals: "miniGhost"
  std::string does;         ///< in a sentence
  std::string left_out;     ///< what the originals do and this does not
  std::string update;       ///< what is counted: "cell update"
  std::vector<int> size;    ///< that of each rank where none is asked for; its length: directions
  int rank_directions = 3;  ///< directions in which ranks share it
  bool takes_mesh = false;  ///< whether it runs on a mesh file, too
  /// What a rank keeps for each of its cells, measured as its peak; and by how many cells per
  /// direction fields are larger, for ghosts.
  double bytes_per_cell = 0, further_layers = 0;
  /// Collective. Throws base::Error, that names option and remedy, where the settings do not fit.
  std::unique_ptr<Kernel> (*make)(const KernelSettings&, const comm::Communicator&) = nullptr;
};

/// What KernelKind::make is for a kernel that is made from just these.
template <class AKernel>
std::unique_ptr<Kernel> make_kernel(const KernelSettings& settings,
                                    const comm::Communicator& communicator) {
  return std::make_unique<AKernel>(settings, communicator);
}

/// All, in the order of the documentation.
const std::vector<KernelKind>& kernel_kinds();

}  // namespace lobatto::accept
