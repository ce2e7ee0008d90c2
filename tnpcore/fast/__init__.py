"""Fast forms: what is computed in another way than it is written in `tnpcore.models`, with the same result.

The model files hold the plain form of each model, as its paper states it. A plain function that has a fast form names
it in `accelerated`; outside `plain_forms()` the fast form runs in its place. `tests/tnpcore/test_fast.py` compares the
two for every model.

    softmax     short rows, computed on the transpose
    mlp         sums, summaries and long inputs of a multi-layer perceptron
    unet        convolution of an upsampled signal, without upsampling it
    pairs       scores of many pairs, a few at a time
    last_layer  the last layer for the targets alone
    caching     keys and values of a context, computed once (`encode`), appended to (`extend`), attended to (`decode`)
    products    matrix products by oneDNN while training
"""

from tnpcore.fast.switch import accelerated, form, plain_forms

__all__ = ["accelerated", "form", "plain_forms"]
