#include "stability/snapshot_stack.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::stability {

SnapshotStack::SnapshotStack(const comm::Communicator& communicator, Disk disk)
    : communicator_(communicator), disk_(std::move(disk)) {
  if (std::ranges::none_of(disk_.places, [](char is_on_disk) { return is_on_disk != 0; })) return;
  comm::on_all(communicator_,
               [&] { file_ = std::make_unique<io::ScratchFile>(disk_.folder, disk_.bytes); });
}

void SnapshotStack::push(base::FunctionRef<void(base::StateVisitor&)> visit) {
  Level& level = levels_.emplace_back();
  state::MemorySnapshot::Keeper keeper(level.snapshot);
  visit(keeper);
  if (is_last_on_disk()) comm::on_all(communicator_, [&] { write(level); });
}

void SnapshotStack::give_last(base::FunctionRef<void(base::StateVisitor&)> visit) {
  Level& level = levels_.back();
  const bool is_on_disk = is_last_on_disk();
  if (is_on_disk) comm::on_all(communicator_, [&] { read(level); });
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
