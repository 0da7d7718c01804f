"""Writes a trained net into the program: python export.py net.pt. Batch norms are folded into the convolutions."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from net import Net
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from words import SIGNS

from companion.vision.ocr.capitals import HEIGHT_PX, MODEL
from companion.vision.ocr.capitals import SIGNS as SIGNS_FILE

FOLDER = Path(__file__).resolve().parents[2] / "companion" / "vision" / "ocr"


class Graph:
    """An ONNX graph that grows."""

    def __init__(self) -> None:
        """Begin empty."""
        self.nodes: list[onnx.NodeProto] = []
        self.numbers: list[onnx.TensorProto] = []

    def add(self, kind: str, *inputs: str, to: str | None = None, **how: object) -> str:
        """Add a node; the name of what it gives."""
        name = to or f"x{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **how))
        return name

    def convolved(self, before: str, layer: nn.Conv2d, norm: nn.BatchNorm2d | None) -> str:
        """Add a convolution, its batch norm folded in."""
        weight = layer.weight.detach().numpy().copy()
        bias = np.zeros(len(weight), np.float32) if layer.bias is None else layer.bias.detach().numpy().copy()
        if norm is not None:
            factor = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().numpy()
            weight *= factor[:, None, None, None]
            bias = (bias - norm.running_mean.numpy()) * factor + norm.bias.detach().numpy()
        names = [f"{kind}{len(self.nodes)}" for kind in ("weight", "bias")]
        for name, numbers in zip(names, (weight, bias), strict=True):
            self.numbers.append(numpy_helper.from_array(numbers.astype(np.float32), name))
        high, wide = layer.padding
        return self.add(
            "Conv", before, *names, kernel_shape=list(layer.kernel_size), strides=list(layer.stride),
            pads=[high, wide, high, wide], group=layer.groups,
        )  # fmt: skip


def main() -> None:
    """Write both files."""
    net = Net(len(SIGNS))
    net.load_state_dict(torch.load(sys.argv[1]))
    net.eval()
    graph, seen = Graph(), "strips"
    for layer in net.front:
        seen = graph.add("Relu", graph.convolved(seen, layer[0], layer[1]))
    for block in net.time:
        along = graph.add("Relu", graph.convolved(seen, block[0], block[1]))
        more = graph.convolved(along, block[3], block[4])
        seen = graph.add("Relu", graph.add("Add", seen, more))
    graph.add("Identity", graph.convolved(seen, net.head, None), to="scores")
    told = [
        helper.make_tensor_value_info("strips", TensorProto.FLOAT, ["n", 1, HEIGHT_PX, "width"]),
        helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", len(SIGNS), 1, "steps"]),
    ]
    whole = helper.make_graph(graph.nodes, "capitals", told[:1], told[1:], graph.numbers)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, FOLDER / MODEL)
    (FOLDER / SIGNS_FILE).write_text("\n".join(SIGNS[1:]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
