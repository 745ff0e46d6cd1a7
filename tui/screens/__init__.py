"""What a person sees, screen by screen."""
