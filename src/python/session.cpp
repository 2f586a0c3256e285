#include "python/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "case/reader.hpp"
#include "residents/case_format.hpp"

namespace lobatto::python {

Session::Session(const Settings& settings, std::shared_ptr<run::UserCode> user_code,
                 comm::Communicator communicator)
    : communicator_(std::move(communicator)), user_code_(std::move(user_code)) {
  run::ignore_signals_of_writing();
  cases::Case the_case = cases::parse_case_together(
      settings.case_text, settings.case_name, settings.overrides, residents::case_format(),
      communicator_, run::functions_of(user_code_.get()));
  run::RunPlace place = settings.place;
  place.may_move = true;
  here_.emplace(std::move(the_case), place, false, communicator_);
  view_ = std::make_shared<SimulationView>(here_->run().simulation());
  if (here_->is_complete()) {
    end_ = run::RunEnd::complete;
    here_->claim().release();
    return;
  }
  is_open_ = true;
  if (!here_->run().open({here_->claim(),
                          {.progress = settings.progress},
                          signals_,
                          user_code_.get(),
                          since_start_}))
    end_ = run::RunEnd::user_code_failed;
  else if (here_->run().simulation().finished())
    end_ = run::RunEnd::complete;
}

Session::~Session() {
  try {
    close();
    // NOLINTNEXTLINE(bugprone-empty-catch)
  } catch (...) {  // there is nobody to tell
  }
}

void Session::require_open() const {
  if (!is_open_) throw base::Error("the run is closed");
}

bool Session::has_finite_fields() const {
  const auto is_finite = [](const space::Field& values) {
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
  };
  bool all = true;
  for (const auto& field : here_->run().simulation().state().variables())
    for (int c = 0; c < field->n_components(); ++c) all = all && is_finite(field->now(c));
  return communicator_.min(all ? 1.0 : 0.0) != 0;
}

void Session::step() {
  require_open();
  if (end_)
    throw base::Error(fmt::format("the run has ended at t = {:.6g}; there is no further step",
                                  here_->run().simulation().state().time()));
  is_sound_ = false;
  end_ = here_->run().step();
  is_sound_ = !end_ || (*end_ != run::RunEnd::blown_up && *end_ != run::RunEnd::not_converged);
}

std::optional<int> Session::end() const {
  return end_ ? std::optional(static_cast<int>(*end_)) : std::nullopt;
}

std::string Session::failure() const { return user_code_ ? user_code_->failure() : ""; }

void Session::write_checkpoint() {
  require_open();
  if (!has_finite_fields())
    throw base::Error(
        "some field has values that are not finite, so no checkpoint of it is written; mend the "
        "field first");
  if (!is_sound_)
    throw base::Error(
        "the last step cannot be used, so no checkpoint of it is written; restart=True goes on "
        "from "
        "the newest checkpoint, whose flow looked sound");
  here_->run().write_checkpoint();
}

int Session::close() {
  if (is_open_) {
    is_open_ = false;
    // Steps may follow in another session: what was reached is in a checkpoint.
    const bool goes_on = !end_;
    if (goes_on) end_ = has_finite_fields() ? run::RunEnd::stopped : run::RunEnd::blown_up;
    if (goes_on && is_sound_ && end_ == run::RunEnd::stopped) here_->run().write_checkpoint();
    end_ = here_->run().close(*end_);
    here_->claim().release();
  }
  return static_cast<int>(end_.value());
}

}  // namespace lobatto::python
