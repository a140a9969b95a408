"""Prediction without torch: the network as an ONNX file, and labels from its scores in numpy."""
