"""Fast forms: what is computed in another way than it is written in `tnpcore.models`, with the same result.

What is here saves a tenth of a whole prediction, or of a training step, at some size of use. A plain function that has
a fast form names it in `accelerated`; outside `plain_forms()` the fast form runs in its place. An identity is how a
model is written. `tests/tnpcore/test_fast.py` compares both with the paper's form.

    softmax     short rows, computed on the transpose
    unet        convolution of an upsampled signal, without upsampling it
    pairs       scores of many pairs, a few at a time
    caching     keys and values of a context, computed once (`encode`), appended to (`extend`), attended to (`decode`);
                in tokens, attentive and efficient for the models
    products    matrix products by oneDNN while training
"""

from tnpcore.fast.switch import accelerated, plain_forms

__all__ = ["accelerated", "plain_forms"]
