"""Rewards for reinforcement learning, computed from any metric."""
