"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "A neural process is trained on tasks: a function, dealt into context and targets, and another one every time.",
        "The loss is the mean of −log p at the targets; on average no Gaussian output is below the best one.",
        "What is learned is the prior: from few functions these functions, from many how to infer a new one.",
    ),
    "How is a neural process trained, and on what?",
    "On many tasks. Each is a function from the prior, some of whose points are context and others targets. A step "
    "lowers −log p of the targets, averaged over tasks, so that the network learns to do Bayesian inference.",
    "It meets another function",
)
