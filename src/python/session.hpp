#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "python/simulation_view.hpp"
#include "run/run_in_folder.hpp"
#include "run/user_code.hpp"
#include "run/watches/stop_signals.hpp"

namespace lobatto::python {

/// A run that Python drives step by step: what `lobatto run` does, opened up.
class Session {
 public:
  struct Settings {
    std::string case_text;
    std::string case_name;  ///< the file that the text is of, or what stands for it in messages
    std::vector<std::string> overrides;  ///< key=value
    run::RunPlace place;
    run::ProgressStyle progress = run::ProgressStyle::silent;
  };

  /// Until the first step; the folder is the run's from now on. user_code may be null. Collective;
  /// throws base::Error on every rank.
  Session(const Settings& settings, std::shared_ptr<run::UserCode> user_code,
          comm::Communicator communicator);
  /// Closes it, unless that has been done; what is wrong then is lost.
  ~Session();

  /// The state; not after it was closed.
  [[nodiscard]] const std::shared_ptr<SimulationView>& view() { return view_; }
  [[nodiscard]] std::filesystem::path folder() const { return here_->claim().folder().path(); }

  /// One step, and what is due after it; see end(). Collective. Throws base::Error after the end.
  void step();
  /// How the run has ended, as an exit code; none while it can go on.
  [[nodiscard]] std::optional<int> end() const;
  /// Collective. Throws base::Error where the last step, or a field, cannot be used.
  void write_checkpoint();
  /// Why the user code of this rank has failed; empty where it has not.
  [[nodiscard]] std::string failure() const;
  /// The last files and the summary, of whatever was reached. The exit code of the run. Collective.
  int close();
  [[nodiscard]] bool is_open() const { return is_open_; }

 private:
  void require_open() const;
  /// On all ranks. Collective.
  [[nodiscard]] bool has_finite_fields() const;

  base::Stopwatch since_start_;
  comm::Communicator communicator_;
  std::shared_ptr<run::UserCode> user_code_;
  run::StopSignals signals_;
  std::optional<run::RunInFolder> here_;  ///< made once the case is read
  std::shared_ptr<SimulationView> view_;
  std::optional<run::RunEnd> end_;
  bool is_open_ = false;
  bool is_sound_ = true;  ///< false where the last step cannot be used
};

}  // namespace lobatto::python
