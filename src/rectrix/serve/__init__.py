"""HTTP faces that people's tools speak, and the page that explains translations, on one port."""
