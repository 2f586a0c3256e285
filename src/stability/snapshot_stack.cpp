#include "stability/snapshot_stack.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace lobatto::stability {

SnapshotStack::SnapshotStack(const comm::Communicator& communicator, Disk disk)
    : communicator_(communicator), disk_(std::move(disk)) {
  if (std::ranges::none_of(disk_.places, [](char is_on_disk) { return is_on_disk != 0; })) return;
  together([&] { file_ = std::make_unique<io::ScratchFile>(disk_.folder, disk_.bytes); });
}

void SnapshotStack::together(base::FunctionRef<void()> work) const {
  std::string failure;
  try {
    work();
  } catch (const base::Error& error) {
    failure = error.what();
  }
  if (communicator_.sum(failure.empty() ? 0.0 : 1.0) == 0) return;
  throw base::Error(failure.empty() ? "another rank cannot use its scratch folder" : failure);
}

void SnapshotStack::push(base::FunctionRef<void(base::StateVisitor&)> visit) {
  Level& level = levels_.emplace_back();
  state::MemorySnapshot::Keeper keeper(level.snapshot);
  visit(keeper);
  if (is_last_on_disk()) together([&] { write(level); });
}

void SnapshotStack::give_last(base::FunctionRef<void(base::StateVisitor&)> visit) {
  Level& level = levels_.back();
  const bool is_on_disk = is_last_on_disk();
  if (is_on_disk) together([&] { read(level); });
  state::MemorySnapshot::Giver giver(level.snapshot);
  visit(giver);
  if (is_on_disk)
    level.snapshot.for_arrays(
        [](auto& values) { std::remove_cvref_t<decltype(values)>().swap(values); });
}

void SnapshotStack::pop() {
  if (is_last_on_disk()) file_->shrink(levels_.back().place);
  levels_.pop_back();
}

void SnapshotStack::write(Level& level) {
  level.place = file_->size();
  level.snapshot.for_arrays([&](auto& values) {
    level.sizes.push_back(values.size());
    file_->push(std::as_bytes(std::span(values)));
    std::remove_cvref_t<decltype(values)>().swap(values);
  });
}

void SnapshotStack::read(Level& level) {
  auto place = level.place;
  auto size = level.sizes.begin();
  level.snapshot.for_arrays([&](auto& values) {
    values.resize(*size++);
    file_->read(place, std::as_writable_bytes(std::span(values)));
    place += std::span(values).size_bytes();
  });
}

}  // namespace lobatto::stability
