"""The network in torch: representations of tokens, BiLSTM, encoder, one head for each label set."""
