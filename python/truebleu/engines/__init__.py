"""truebleu inside engines that hold data in many places; each is loaded when it is asked for."""
