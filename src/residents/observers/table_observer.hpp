#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "residents/observers/observer.hpp"
#include "residents/observers/sample_table.hpp"

namespace lobatto::residents {

/// Adds rows to one table at intervals.
class TableObserver : public Observer {
 public:
  TableObserver(std::string name, const cases::Interval& interval, const Solution& solution)
      : solution_(solution), name_(std::move(name)), interval_(interval) {}

  void begin_run(const RunStart& start) final {
    const auto folder = folder_in(start.folder);
    const auto& communicator = solution_.space.communicator();
    io::make_folder(folder, communicator);
    table_.emplace(folder / (name_ + ".csv"), "step,time" + columns(), start.resumed_step,
                   communicator);
  }
  [[nodiscard]] bool is_due(const Moment& moment) const final { return moment.is_due(interval_); }
  [[nodiscard]] const char* consequence() const override { return "its rows wait"; }
  [[nodiscard]] std::string failure() const final { return table_ ? table_->failure() : ""; }
  void flush() final { table_->flush(); }

 protected:
  [[nodiscard]] virtual std::filesystem::path folder_in(const io::RunFolder& folder) const {
    return folder.monitors();
  }
  /// The heading after step and time: ",area,flux"
  [[nodiscard]] virtual std::string columns() const = 0;
  /// `values` as the columns, each after a comma.
  void add_row(const Moment& moment, const std::string& values) {
    table_->add(fmt::format("{},{}{}", moment.report.step, moment.report.time, values));
  }

  Solution solution_;

 private:
  std::string name_;
  cases::Interval interval_;
  std::optional<SampleTable> table_;
};

}  // namespace lobatto::residents
