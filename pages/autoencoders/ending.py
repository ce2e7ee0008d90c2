"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "An autoencoder keeps of a picture what its few numbers can hold; the rest comes back as a mean.",
        "A small gap makes no good model: it can be small where the posterior is Gaussian and uncorrelated, as q is.",
        "β is the price of a nat in z: a bottleneck keeps of x what pays for itself in y.",
    ),
    "A bottleneck predicts the right half of a digit from its left half. What does it give as β grows without bound?",
    "The mean of all right halves, whatever the left half is. Every nat that z holds of x costs β nats; beyond some "
    "β none pays, q stays the prior, and I(x; z) is 0.",
    "Half a digit from the other half",
)
