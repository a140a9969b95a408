"""What is sent to the service to break it, and how fast it answers."""
