#include "common.hpp"

NB_MODULE(_core, m) {
  using namespace rectrix::bind;
  m.doc() = "The compiled core of Rectrix, one submodule per stage.";
  nb::set_leak_warnings(false);  // an error that ends the program leaves objects behind; that is no news for users
  register_base(m);
  register_build(m);
  register_text(m);
  register_align(m);
  register_grammar(m);
  register_lm(m);
  register_reorder(m);
  register_features(m);
  register_decode(m);
  register_kbest(m);
  register_score(m);
  register_learn(m);
}
