"""Networks that several models are built of: MLP, U-Net and residual CNN."""
