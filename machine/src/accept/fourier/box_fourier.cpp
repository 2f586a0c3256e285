#include "accept/fourier/box_fourier.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::accept {

namespace {

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

/// row(i, part, place in the part) for all rows of all parts.
template <class Value, class Row>
std::vector<LineRowOf<Value>> rows_by_parts(const Shares& shares, const Row& row) {
  std::vector<LineRowOf<Value>> rows;
  for (int part = 0; part < shares.parts; ++part)
    for (int i = 0; i < shares.count(part); ++i) rows.push_back(row(part, size_of(i)));
  return rows;
}

auto sent_by(comm::AllToAll& exchange) {
  return [&exchange](int rank) { return exchange.send_block(rank); };
}
auto received_by(const comm::AllToAll& exchange) {
  return [&exchange](int rank) { return exchange.recv_block(rank); };
}

void exchange_now(comm::AllToAll& exchange) {
  exchange.begin();
  exchange.finish();
}

}  // namespace

BoxFourier::BoxFourier(const RankBox& box, const comm::Communicator& communicator)
    : BoxFourier(box, {box.size()[0], box.size()[1], box.size()[2]}, communicator) {}

BoxFourier::BoxFourier(const RankBox& box, const std::array<int, 3>& largest,
                       const comm::Communicator& communicator)
    : size_{box.size()[0], box.size()[1], box.size()[2]},
      largest_(largest),
      x_(box.shares(0)),
      y_(box.shares(1)),
      y_waves_{n_kept(1), x_.parts},
      z_waves_{n_kept(2), y_.parts},
      rank_x_(box.coordinate(0)),
      rank_y_(box.coordinate(1)),
      nx_(size_of(x_.count(rank_x_))),
      ny_(size_of(y_.count(rank_y_))),
      ny_waves_(size_of(y_waves_.count(rank_x_))),
      nz_waves_(size_of(z_waves_.count(rank_y_))),
      middle_(transpose(1, box, communicator)),
      last_(transpose(0, box, communicator)),
      along_x_(size_[0]),
      along_y_(size_[1]),
      along_z_(size_[2]) {}

BoxFourier::Transpose BoxFourier::transpose(int direction, const RankBox& box,
                                            const comm::Communicator& communicator) const {
  comm::Communicator group =
      communicator.split(box.coordinate(1 - direction), box.coordinate(direction));
  std::vector<std::size_t> there, back;
  for (int r = 0; r < group.size(); ++r)
    if (direction == 1) {
      there.push_back(2 * size_of(z_waves_.count(r)) * ny_ * nx_);
      back.push_back(2 * nz_waves_ * size_of(y_.count(r)) * nx_);
    } else {
      there.push_back(2 * size_of(y_waves_.count(r)) * nz_waves_ * nx_);
      back.push_back(2 * ny_waves_ * nz_waves_ * size_of(x_.count(r)));
    }
  comm::AllToAll forth(group, there, back), back_again(group, back, there);
  return {std::move(group), std::move(forth), std::move(back_again)};
}

template <class Value>
std::vector<LineRowOf<Value>> BoxFourier::node_rows(Value* re, Value* im) const {
  return rows_by_parts<Value>({size_[2], 1}, [&](int, std::size_t z) -> LineRowOf<Value> {
    const std::size_t at = z * ny_ * nx_;
    return {re + at, im + at, 0, 1};
  });
}

template <class Value>
std::vector<LineRowOf<Value>> BoxFourier::wave_rows(Value* re, Value* im) const {
  return among_all(
      0, rows_by_parts<Value>({n_kept(0), 1}, [&](int, std::size_t x) -> LineRowOf<Value> {
        const std::size_t at = x * ny_waves_ * nz_waves_;
        return {re + at, im + at, 0, 1};
      }));
}

template <class Value>
std::vector<LineRowOf<Value>> BoxFourier::among_all(
    int direction, const std::vector<LineRowOf<Value>>& kept) const {
  const int n = size_[size_of(direction)];
  std::vector<LineRowOf<Value>> rows(size_of(n));
  for (int i = 0; i < n_kept(direction); ++i)
    rows[size_of((kept_wave(direction, i) + n) % n)] = kept[size_of(i)];
  return rows;
}

/// What travels between lines along 2 and along 1: blocks [part of z][part of y][nx].
template <class Value, class BlockOf>
std::vector<LineRowOf<Value>> BoxFourier::middle_blocks(int lines_along,
                                                        const BlockOf& block_of) const {
  if (lines_along == 2)
    return among_all(
        2, rows_by_parts<Value>(z_waves_, [&](int part, std::size_t z) -> LineRowOf<Value> {
          Value* const re = block_of(part) + z * ny_ * nx_;
          return {re, re + size_of(z_waves_.count(part)) * ny_ * nx_, 0, 1};
        }));
  return rows_by_parts<Value>(y_, [&](int part, std::size_t y) -> LineRowOf<Value> {
    const std::size_t plane = size_of(y_.count(part)) * nx_;
    Value* const re = block_of(part) + y * nx_;
    return {re, re + nz_waves_ * plane, plane, 1};
  });
}

/// What travels between lines along 1 and along 0: blocks [part of y][nz][part of x].
template <class Value, class BlockOf>
std::vector<LineRowOf<Value>> BoxFourier::last_blocks(int lines_along,
                                                      const BlockOf& block_of) const {
  if (lines_along == 1)
    return among_all(
        1, rows_by_parts<Value>(y_waves_, [&](int part, std::size_t y) -> LineRowOf<Value> {
          Value* const re = block_of(part) + y * nz_waves_ * nx_;
          return {re, re + size_of(y_waves_.count(part)) * nz_waves_ * nx_, nx_, 1};
        }));
  return rows_by_parts<Value>(x_, [&](int part, std::size_t x) -> LineRowOf<Value> {
    const std::size_t row = size_of(x_.count(part));
    Value* const re = block_of(part) + x;
    return {re, re + ny_waves_ * nz_waves_ * row, 0, row};
  });
}

void BoxFourier::forward(const double* nodes_re, const double* nodes_im, double* waves_re,
                         double* waves_im) {
  along_z_(node_rows(nodes_re, nodes_im), middle_blocks<double>(2, sent_by(middle_.there)), 1,
           ny_ * nx_);
  exchange_now(middle_.there);
  along_y_(middle_blocks<const double>(1, received_by(middle_.there)),
           last_blocks<double>(1, sent_by(last_.there)), nz_waves_, nx_);
  exchange_now(last_.there);
  along_x_(last_blocks<const double>(0, received_by(last_.there)), wave_rows(waves_re, waves_im), 1,
           ny_waves_ * nz_waves_);
}

void BoxFourier::backward(const double* waves_re, const double* waves_im, double* nodes_re,
                          double* nodes_im) {
  along_x_(wave_rows(waves_re, waves_im), last_blocks<double>(0, sent_by(last_.back)), 1,
           ny_waves_ * nz_waves_);
  exchange_now(last_.back);
  along_y_(last_blocks<const double>(1, received_by(last_.back)),
           middle_blocks<double>(1, sent_by(middle_.back)), nz_waves_, nx_);
  exchange_now(middle_.back);
  along_z_(middle_blocks<const double>(2, received_by(middle_.back)), node_rows(nodes_re, nodes_im),
           1, ny_ * nx_);
}

void BoxFourier::to_waves(const ComplexField& nodes, ComplexField& waves) {
  forward(nodes.re.data(), nodes.im.data(), waves.re.data(), waves.im.data());
}

void BoxFourier::to_nodes(const ComplexField& waves, ComplexField& nodes) {
  // With the parts exchanged the signs of all exponents are.
  backward(waves.im.data(), waves.re.data(), nodes.im.data(), nodes.re.data());
}

std::size_t BoxFourier::n_nodes() const { return size_of(size_[2]) * ny_ * nx_; }

std::size_t BoxFourier::n_waves() const { return size_of(n_kept(0)) * ny_waves_ * nz_waves_; }

int BoxFourier::n_kept(int direction) const {
  const auto d = size_of(direction);
  return std::min(size_[d], 2 * largest_[d] + 1);
}

int BoxFourier::kept_wave(int direction, int i) const {
  const int n = n_kept(direction);
  return 2 * i > n ? i - n : i;
}

int BoxFourier::n_waves(int direction) const {
  return direction == 0   ? n_kept(0)
         : direction == 1 ? y_waves_.count(rank_x_)
                          : z_waves_.count(rank_y_);
}

int BoxFourier::wave(int direction, int i) const {
  const int first = direction == 0   ? 0
                    : direction == 1 ? y_waves_.first(rank_x_)
                                     : z_waves_.first(rank_y_);
  return kept_wave(direction, first + i);
}

double BoxFourier::flops() const {
  const auto of_line = [](double n) { return 5 * n * std::log2(n); };
  const auto [x, y, z] = size_;
  const double y_kept = n_kept(1), z_kept = n_kept(2);
  return of_line(z) * x * y + of_line(y) * x * z_kept + of_line(x) * y_kept * z_kept;
}

double BoxFourier::bytes() const {
  constexpr double number = 2 * sizeof(double);
  const auto [x, y, z] = size_;
  const double x_kept = n_kept(0), y_kept = n_kept(1), z_kept = n_kept(2);
  return number *
         ((z + z_kept) * x * y + (y + y_kept) * x * z_kept + (x + x_kept) * y_kept * z_kept);
}

std::size_t BoxFourier::bytes_sent() const {
  return middle_.there.bytes_per_exchange() + last_.there.bytes_per_exchange();
}

}  // namespace lobatto::accept
