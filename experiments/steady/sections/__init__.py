"""The page's sections: each says what was run, and shows it. Findings come from findings/."""
