"""Rewards for reinforcement learning, scaled from any metric."""
