#include "io/nek/series.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/nek/header.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

/// The step of a field file; none where there is no such file.
std::optional<long long> step_of(const fs::path& file) {
  if (std::error_code ignored; !fs::exists(file, ignored)) return std::nullopt;
  std::ifstream in = base::open_input(file);
  std::string head(NekFieldHeader::length, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (!in) return std::nullopt;
  try {
    return parse_nek_field_header(head, file.string()).step;
  } catch (const base::Error&) {
    return std::nullopt;
  }
}

}  // namespace

NekFieldSeries::NekFieldSeries(fs::path folder, std::string name, Precision precision,
                               const comm::Communicator& communicator, bool moves)
    : folder_(std::move(folder)),
      name_(std::move(name)),
      precision_(precision),
      communicator_(communicator),
      moves_(moves) {}

fs::path NekFieldSeries::file(long long number) const {
  return folder_ / fmt::format("{}0.f{:05d}", name_, number);
}

void NekFieldSeries::resume(long long last_step) {
  // Looked for by one rank: all must go on with the same number.
  long long n_files = 0, newest = 0;
  comm::on_root(communicator_, [&] {
    for (auto step = step_of(file(1)); step && *step <= last_step;
         step = step_of(file(n_files + 1))) {
      newest = *step;
      ++n_files;
    }
  });
  n_files_ = communicator_.sum(n_files);
  newest = communicator_.sum(newest);
  if (n_files_ > 0) last_step_ = newest;
}

fs::path NekFieldSeries::write(const space::FunctionSpace& space, const Snapshot& snapshot,
                               const std::string& note) {
  if (last_step_ == snapshot.step) return file(n_files_);
  write_nek_field(file(n_files_ + 1), space, snapshot,
                  {.coordinates = n_files_ == 0 || moves_, .precision = precision_});
  ++n_files_;
  last_step_ = snapshot.step;
  write_list(note);
  return file(n_files_);
}

void NekFieldSeries::write_list(const std::string& note) const {
  std::string text = fmt::format("filetemplate: {}%01d.f%05d\nfirsttimestep: 1\nnumtimesteps: {}\n",
                                 name_, n_files_);
  if (!note.empty()) text += fmt::format("# {}\n", note);
  comm::on_root(communicator_, [&] { write_text(folder_ / (name_ + ".nek5000"), text); });
}

}  // namespace lobatto::io
