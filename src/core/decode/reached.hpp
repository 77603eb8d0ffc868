// The part of a search that leads to its goal: what becomes a forest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decode/forest.hpp"

namespace rectrix::decode {

class Reached {
 public:
  // Edges have a head; tails(edge) gives an array of vertices, kNone where there is none. Heads have higher numbers
  // than tails.
  template <class SearchEdge, class Tails>
  void find(std::span<const SearchEdge> edges, std::size_t vertices, std::uint32_t goal, Tails tails) {
    begins_.assign(vertices + 1, 0);
    for (const SearchEdge& edge : edges) ++begins_[edge.head + 1];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    incoming_.resize(edges.size());
    next_.assign(begins_.begin(), begins_.end());
    for (std::uint32_t id = 0; id < edges.size(); ++id) incoming_[next_[edges[id].head]++] = id;
    nodes_.assign(vertices, kNone);
    nodes_[goal] = 0;
    for (std::uint32_t v = goal + 1; v-- > 0;) {
      if (nodes_[v] == kNone) continue;
      for (const std::uint32_t id : incoming(v)) {
        for (const std::uint32_t tail : tails(edges[id])) {
          if (tail != kNone) nodes_[tail] = 0;
        }
      }
    }
  }

  // The edges into a vertex, in the order of search.
  std::span<const std::uint32_t> incoming(std::uint32_t vertex) const {
    return std::span(incoming_).subspan(begins_[vertex], begins_[vertex + 1] - begins_[vertex]);
  }
  bool has(std::uint32_t vertex) const { return nodes_[vertex] != kNone; }

  // The node that a vertex becomes.
  void set_node(std::uint32_t vertex, std::uint32_t node) { nodes_[vertex] = node; }
  std::uint32_t node(std::uint32_t vertex) const { return vertex == kNone ? kNone : nodes_[vertex]; }

 private:
  std::vector<std::uint32_t> begins_, incoming_, next_, nodes_;
};

}  // namespace rectrix::decode
