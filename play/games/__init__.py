"""What each game has to tell, on the screen and in lines: its story, its highlights, its words."""
