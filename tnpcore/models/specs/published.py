"""What several specs refer to: papers, and the sizes and recipes that most share."""

from __future__ import annotations

from tnpcore.models.spec import USUAL_PRIOR, Paper
from tnpcore.training.recipe import TrainingConfig

CNP = Paper("Garnelo et al. 2018a", "Conditional Neural Processes", "1807.01613")
NP = Paper("Garnelo et al. 2018b", "Neural Processes", "1807.01622")
ANP = Paper("Kim et al. 2019", "Attentive Neural Processes", "1901.05761")
CONVCNP = Paper("Gordon et al. 2020", "Convolutional Conditional Neural Processes", "1910.13556")
RELATIVE = Paper(
    "Raffel et al. 2020",
    "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
    "1910.10683",
)
ROTARY = Paper("Su et al. 2021", "RoFormer: Enhanced Transformer with Rotary Position Embedding", "2104.09864")
TNP = Paper(
    "Nguyen and Grover 2022",
    "Transformer Neural Processes: Uncertainty-Aware Meta Learning Via Sequence Modeling",
    "2207.04179",
)
CONVNP = Paper(
    "Foong et al. 2020",
    "Meta-Learning Stationary Stochastic Process Prediction with Convolutional Neural Processes",
    "2007.01332",
)
CONVGNP = Paper(
    "Markou et al. 2022", "Practical Conditional Neural Processes Via Tractable Dependent Predictions", "2203.08775"
)
LBANP = Paper("Feng et al. 2023", "Latent Bottlenecked Attentive Neural Processes", "2211.08458")
TETNP = Paper("Ashman et al. 2024", "Translation Equivariant Transformer Neural Processes", "2406.12409")

# Every Transformer here has these sizes, unless its spec says otherwise.
TRANSFORMER = {"dim_x": 1, "dim_y": 1, "d_model": 64, "num_heads": 4, "num_layers": 4, "d_hidden": 128}

# Most models are trained for an equal number of steps; those whose bands were not smooth after that, for longer.
SHORT = {USUAL_PRIOR: TrainingConfig(6_000, ema=0.995)}
