"""Tasks to learn from, and the best predictions that are possible on them.

- `tnpcore.data.priors`: distributions over tasks, by name: smooth, periodic, nonstationary, sawtooth
- `tnpcore.data.stored`: tasks of one's own, from CSV files
- `tnpcore.data.pool`: batches of tasks for training
- `tnpcore.data.kernels`: covariance functions
- `tnpcore.data.exact`: the exact Gaussian-process posterior
- `tnpcore.data.fitted`: a Gaussian process fitted to one set of points
- `tnpcore.data.gp`: Gaussian processes: these two, and `BayesPredictor`: hyper-parameters integrated out
- `tnpcore.data.sawtooth`: the same integral for sawtooth functions
- `tnpcore.data.equivariant`: the best translation-equivariant predictor, where the prior is not stationary
- `tnpcore.data.monte_carlo`: the Bayes predictor of any prior whose parameters can be drawn, by importance sampling
- `tnpcore.data.limit`: the Bayes predictor of any prior, the limit that quality is measured against
"""
