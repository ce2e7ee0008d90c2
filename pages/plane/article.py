"""The text below the board of two dimensions: maps, grids, receptive fields, limits."""

import streamlit as st

from pages.shared.shell.page import explain

TEXT = (
    "**Maps are functions of two inputs.** A station is a context point (x₁, x₂) with a value; every cell of the map "
    "is a target. All models here were trained on maps drawn from one Gaussian process prior, with lengthscales from "
    "0.5 to 1.5, so that their exact limit is known: the Bayes predictor.\n\n"
    "**Off the grid, onto the grid.** A ConvCNP puts an RBF at every station, a product over both axes, on a grid of 8 "
    "cells a unit that is anchored to the stations. Density says where stations are, signal what they measure. A "
    "two-dimensional CNN works on the grid, and RBFs lead back to any place.\n\n"
    "**Receptive field.** Four residual layers with filters of 5 by 5 cells pass on what lies at most 8 cells away: "
    "one unit. Beyond, only the tails of the RBFs before and after carry something. A U-Net has coarser layers, too, "
    "whose cells are wider. Attention compares a target with every station, however far.\n\n"
    "**Shift.** A TETNP reads displacements x − x′, here vectors. A grid that is anchored to the stations moves with "
    "them; one at whole cells from 0 lies elsewhere between them after a shift by a part of a cell. A TNP-D "
    "reads the places themselves.\n\n"
    "**Pictures are functions, too.** TETNP, TNP-D and ConvCNP were trained on pictures as well: digits of 8 by 8 "
    "pixels at random places of a field of 24 by 24, ink 1 and paper 0. Choose one of *digits*, and put pixels down as "
    "stations. From a few of them the mean is a blur, because it is an average over all digits that fit, pixel by "
    "pixel; where these differ, the standard deviation is large.\n\n"
    "**A map of one's own.** *Data* reads longitude, latitude and value, or two lengths and a value, of up to 256 "
    "stations; where numbers may be either, you choose. A degree of longitude is made as long as it is at the "
    "latitude in the middle, also across the date line; several rows at one place become their mean; both axes "
    "get one scale, and the values mean 0 and standard deviation 1. Axes, isolines and saved maps are in your units. "
    "A map is hatched outside the convex hull of the stations, which is the smallest convex area that holds them all: "
    "there the model extrapolates. "
    "Leave-one-out says how far the map can be trusted: every station is predicted from those at other places, and "
    "about 95 % of the measured values should lie within ±2 sd. *Share* saves a row for each station."
)
FORMULA = (
    r"\begin{aligned} k_i(x) &= e^{-\lVert x - x_i \rVert^2 / 2\ell^2} \\ "
    r"\text{density}(x) &= \textstyle\sum_i k_i(x) \\ "
    r"\text{signal}(x) &= \frac{\sum_i y_i\, k_i(x)}{\sum_i k_i(x) + \varepsilon} \\ "
    r"\text{reach} &= \text{layers} \cdot \tfrac{\text{kernel} - 1}{2}\ \text{cells}\end{aligned}"
)
LIMITS = (
    "The models were trained on 0 to 100 stations within −2 and 2 along both axes, with values of a zero-mean prior. "
    "A map of one's own is none of these: a trend, sharp edges or much noise make the band wrong, as leave-one-out "
    "shows. Of more than 100 stations the models have seen no example; those of digits were trained on up to 200 "
    "pixels within −1.5 and 1.5. The residual CNN is small on purpose: a deeper one would see farther, at a higher "
    "cost per cell."
)
SOURCES = (
    "[Gordon et al. 2020](https://arxiv.org/abs/1910.13556): the ConvCNP, section 4. "
    "[Ashman et al. 2024](https://arxiv.org/abs/2406.12409): the TETNP. "
    "[Nguyen and Grover 2022](https://arxiv.org/abs/2207.04179): the TNP-D. "
    "[Rasmussen and Williams 2006](https://gaussianprocess.org/gpml/): Gaussian processes, chapter 2. "
    "[Alpaydin and Kaynak 1998](https://doi.org/10.24432/C50P49): the digits."
)


def article() -> None:
    """Draw the text."""
    explain(TEXT, FORMULA, LIMITS, SOURCES)
    st.markdown(
        "**Exercises for the lab.** (1) Put two stations on one place with different values: what do mean and sd do? "
        "(2) Move all stations into one corner: how far does each model's map differ from the Bayes predictor's? "
        "(3) Shift by whole cells and by a third of a cell: whose map changes? (4) Six stations on a ring 1.4 units "
        "about the probe, each with value 2: whose mean at the probe is far from the Bayes predictor's, and why? "
        "(5) Choose *TETNP, digits*, clear the board, and put ink (value 1) along a stroke: how does the picture go "
        "on, and what does one pixel of paper (value 0) at its end change?"
    )
