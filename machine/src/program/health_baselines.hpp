#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "machine/results/baseline.hpp"

namespace lobatto::program {

/// Reports kept under a name, to compare later ones with.
struct BaselineOptions {
  std::optional<std::string> save, compare;     ///< names
  std::optional<std::filesystem::path> folder;  ///< none: $XDG_DATA_HOME/lobatto/health
  bool force = false;                           ///< an old one may be replaced
};

/// The baselines that a command of `health` was told of, read and checked before anything is
/// measured.
class HealthBaselines {
 public:
  HealthBaselines() = default;
  /// This rank only. Throws base::Error where there is no such baseline, with those that there are,
  /// or where one would be overwritten.
  explicit HealthBaselines(const BaselineOptions& options);

  /// The one to compare with, or null.
  [[nodiscard]] const machine::Baseline* before() const { return before_ ? &*before_ : nullptr; }
  /// Prints what has changed since then, and adds it to the document. On rank 0.
  void tell_changes(const machine::Report& report, nlohmann::ordered_json& document) const;
  /// Keeps the document where that was asked for. Collective; throws base::Error on every rank.
  void save(const nlohmann::ordered_json& document, const comm::Communicator& communicator) const;

 private:
  std::optional<machine::Baseline> before_;
  std::optional<std::filesystem::path> save_to_;
};

}  // namespace lobatto::program
